/**
 * The address of an entry or node as a path of this site. Content may hold anything, and browsers read `//host`, `/\host` and
 * either with a line break between as another host: such a beginning becomes one slash.
 */
export const sitePath = (address: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  address.replace(/^[/\\\u0000-\u0020]{2,}|^\\/, '/')
