import { chooseLanguage, DEFAULT_LANGUAGE } from '@tessera/shared/content'

/** A page of the site that pages in some language lead to. */
export interface SitePage {
  readonly path: string
  readonly language: string
  /** For links: its language, where that is not the language of the linking page. */
  readonly hrefLang: string | undefined
}

/** The path for a page: the one in its own language if it exists, else in another language; null without any. */
export function sitePage(paths: Readonly<Record<string, string>>, language: string): SitePage | null {
  const chosen = chooseLanguage(Object.keys(paths), language, DEFAULT_LANGUAGE)
  const path = paths[chosen]
  if (path === undefined) return null
  return { path, language: chosen, hrefLang: chosen === language ? undefined : chosen }
}
