/** Path prefix of a page's language, e.g. `/cy`; empty for the site's primary language. */
export function languagePrefix(pagePath: string, language: string): string {
  const first = pagePath.split('/')[1] ?? ''
  return first !== '' && first.toLowerCase() === language.toLowerCase() ? `/${first}` : ''
}
