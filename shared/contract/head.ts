import type { JsonObject } from './json.ts'

/** The contents of the document's head, as data. URLs are paths of the site; the shell makes them absolute. */
export interface PageHead {
  readonly title: string
  readonly description: string
  readonly language: string
  readonly dir: 'ltr' | 'rtl'
  readonly canonicalPath: string | null
  /** The same page in other languages. */
  readonly alternates: readonly { readonly language: string; readonly path: string }[]
  /** Picture of the page. The shell replaces it by a share image of 1200 by 630 pixels that it makes for every page. */
  readonly imagePath?: string
  /** What the picture shows. Since contract 1.5. */
  readonly imageAlt?: string
  readonly robots?: 'noindex' | 'noindex,follow'
  readonly openGraphType?: 'website' | 'article'
  readonly jsonLd?: readonly JsonObject[]
  /**
   * What screen readers announce after a navigation to the page, instead of its title: `21 results, sorted by date, page 2 of 3`.
   * Since contract 1.2.
   */
  readonly announcement?: string
}
