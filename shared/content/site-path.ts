/**
 * The URI of an entry or node as a path of this site. Content may hold any text, and browsers read `//host`, `/\host` and
 * both with control characters between the slashes as another host: such a prefix is replaced by one slash.
 */
export const sitePath = (address: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  address.replace(/^[/\\\u0000-\u0020]{2,}|^\\/, '/')

/** Path prefix of a page's language, e.g. `/cy`; empty for the site's primary language. */
export function languagePrefix(pagePath: string, language: string): string {
  const first = pagePath.split('/')[1] ?? ''
  return first !== '' && first.toLowerCase() === language.toLowerCase() ? `/${first}` : ''
}
