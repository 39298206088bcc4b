import { languagePrefix, type SiteLanguages } from './path-language.ts'

/** Address of a screen in a language, with what it is to say. */
export function screenUrl(
  screen: string,
  language: string,
  languages: SiteLanguages,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const said = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = said.length > 0 ? `?${new URLSearchParams(said).toString()}` : ''
  return `${languagePrefix(language, languages)}${screen}${search}`
}
