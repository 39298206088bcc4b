/** Languages a site speaks, the primary one first. */
export interface SiteLanguages {
  readonly primary: string
  readonly supported: readonly string[]
}

/** The language a path names in its first segment (any case), and the path without it. Primary when it names none. */
export function languageOfPath(
  path: string,
  { primary, supported }: SiteLanguages,
): { readonly language: string; readonly rest: string } {
  const first = path.split('/')[1] ?? ''
  const named = supported.find(
    (language) => language !== primary && language.toLowerCase() === first.toLowerCase(),
  )
  if (!named) return { language: primary, rest: path }
  return { language: named, rest: path.slice(first.length + 1) || '/' }
}

/** What stands before a path of the site in a language: nothing for the primary one. */
export const languagePrefix = (language: string, { primary }: SiteLanguages): string =>
  language === primary ? '' : `/${language}`

/** Where a path that is the same in every language is found in each; empty on a site of one language. */
export const staticAlternates = (
  rest: string,
  languages: SiteLanguages,
): readonly { readonly language: string; readonly path: string }[] =>
  languages.supported.length < 2
    ? []
    : languages.supported.map((language) => ({
        language,
        path: `${languagePrefix(language, languages)}${rest}`,
      }))

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
