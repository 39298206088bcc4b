/** What stands before the paths of the language that a page is in, e.g. `/cy`; nothing for the site's first language. */
export function languagePrefix(pagePath: string, language: string): string {
  const first = pagePath.split('/')[1] ?? ''
  return first !== '' && first.toLowerCase() === language.toLowerCase() ? `/${first}` : ''
}
