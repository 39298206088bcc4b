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

/** What a path says by itself, before anything is asked. */
export interface PathPlace {
  /** Of the frame, and of the page until its content knows better. */
  readonly language: string
  /** The path without its language. */
  readonly rest: string
  /** The entry that is previewed there. */
  readonly preview: PreviewPath | null
}

/** Read a path: a preview names its language at its end, any other page at its beginning. Source: specification 2. */
export function placeOfPath(path: string, languages: SiteLanguages): PathPlace {
  const { language, rest } = languageOfPath(path, languages)
  const preview = readPreviewPath(rest, language)
  if (!preview) return { language, rest, preview: null }
  const asked = preview.language.toLowerCase()
  const spoken = languages.supported.find((code) => code.toLowerCase() === asked)
  return { language: spoken ?? language, rest, preview: { ...preview, language: spoken ?? preview.language } }
}

/** What may say which language a page is in. */
interface LanguageSources {
  readonly entry?: string | undefined
  readonly node?: string | undefined
  readonly route?: string | undefined
  readonly path: string
}

/** The language of a page: its entry's, its node's, its route's, or that of its path. Source: specification 9. */
export const pageLanguage = ({ entry, node, route, path }: LanguageSources): string =>
  entry ?? node ?? route ?? path

/**
 * Where another language of the page is found: the page's own translation, with the query that belongs to it there too, or
 * that language's home page.
 */
export const switcherLinks = (
  alternates: readonly LanguageLink[],
  languages: SiteLanguages,
  search = '',
): readonly LanguageLink[] =>
  languages.supported.map((language) => {
    const own = alternates.find((other) => other.language === language)
    return { language, path: own ? `${own.path}${search}` : languagePrefix(language, languages) || '/' }
  })

/** A page in one of its languages. */
interface LanguageLink {
  readonly language: string
  readonly path: string
}

/** What stands before a path of the site in a language: nothing for the primary one. */
export const languagePrefix = (language: string, { primary }: SiteLanguages): string =>
  language === primary ? '' : `/${language}`

/** Where a path that is the same in every language is found in each; empty on a site of one language. */
export const staticAlternates = (rest: string, languages: SiteLanguages): readonly LanguageLink[] =>
  languages.supported.length < 2
    ? []
    : languages.supported.map((language) => ({
        language,
        path: `${languagePrefix(language, languages)}${rest}`,
      }))

/** Writing direction of a language, or of the script that its code names. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    return new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'
  } catch {
    return 'ltr' // content may say what is no language code
  }
}

/** The entry that a preview address names. */
export interface PreviewPath {
  readonly entryId: string
  readonly language: string
}

/** `/preview/{entryId}[/{language}]`; null for any other path. Source: specification 2. */
export function readPreviewPath(path: string, defaultLanguage: string): PreviewPath | null {
  const match = /^\/preview\/([0-9a-zA-Z-]{1,64})(?:\/([a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*))?$/.exec(path)
  const [, entryId, language = defaultLanguage] = match ?? []
  return entryId === undefined ? null : { entryId, language }
}

/** Where an entry is previewed in a language. */
export const previewPath = ({ entryId, language }: PreviewPath): string => `/preview/${entryId}/${language}`

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
