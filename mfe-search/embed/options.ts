import { DEFAULT_LANGUAGE } from '@tessera/shared/content'

const MODES = ['box', 'results', 'listing'] as const

/** Options of a search that is embedded in a page of another site. */
export interface SearchEmbedOptions {
  /** A box that leads to the site, a box with results, or a listing; `box` unless given. */
  readonly mode?: (typeof MODES)[number] | undefined
  /** Name of a facet or a listing in the site's search configuration; all facets, in tabs, unless given. Required for a listing. */
  readonly config?: string | undefined
  /** One of the site's languages; `en-GB` (DEFAULT_LANGUAGE) unless given, and where the search has no messages in it. */
  readonly language?: string | undefined
  /** Path of the page on the site that controls lead to without script: `/search` unless given, below `/LANGUAGE` for every language but `en-GB`. */
  readonly page?: string | undefined
  /** Label of the search box. */
  readonly label?: string | undefined
}

/** Attributes of `<tessera-search>`. */
export const ATTRIBUTES = ['mode', 'config', 'language', 'page', 'label'] as const

/** Options from attributes; null for an unknown mode, and for a listing without `config`. */
export function readAttributes(attribute: (name: string) => string | undefined): SearchEmbedOptions | null {
  const mode = MODES.find((one) => one === (attribute('mode') ?? 'box'))
  const config = attribute('config')
  if (mode === undefined || (mode === 'listing' && !config)) return null
  return { mode, config, language: attribute('language'), page: attribute('page'), label: attribute('label') }
}

/** Address of the page on the site in the language of the embed, without a slash at its end: facets follow it. */
export const pageOn = (site: string, { page }: SearchEmbedOptions, language: string): string =>
  new URL(page ?? (language === DEFAULT_LANGUAGE ? '/search' : `/${language}/search`), site).href.replace(
    /\/+$/,
    '',
  )
