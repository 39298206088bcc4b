/**
 * A path of this site, fit for a link: content may hold anything, so what is not a plain absolute path becomes the home
 * page. Refuses other schemes, other hosts (`//x`, `/\x`) and control characters.
 */
export const safePath = (path: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(path) ? path : '/'
