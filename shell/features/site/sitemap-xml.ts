/** A page in one language. */
export interface SitePage {
  readonly language: string
  readonly path: string
  /** When it was last published, in ISO 8601. */
  readonly lastModified?: string
}

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Beginning and end of a sitemap file. */
export const URLSET = {
  open: `${PROLOGUE}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`,
  close: '</urlset>\n',
} as const

/** The element of a page, with links to all translations, itself included. Source: sitemaps.org 0.9, hreflang by xhtml:link. */
export function urlElement(page: SitePage, translations: readonly SitePage[], origin: string): string {
  const alternates = translations.length > 1 ? translations : []
  return [
    `<url><loc>${xmlText(addressOf(origin, page.path))}</loc>`,
    page.lastModified ? `<lastmod>${xmlText(page.lastModified)}</lastmod>` : '',
    ...alternates.map(
      ({ language, path }) =>
        `<xhtml:link rel="alternate" hreflang="${xmlText(language)}" href="${xmlText(addressOf(origin, path))}"/>`,
    ),
    '</url>\n',
  ].join('')
}

/** One sitemap file: its name, and when its newest page was published. */
export interface SitemapFile {
  readonly name: string
  readonly lastModified?: string
}

/** The sitemap index of all files, which robots.txt names. */
export function sitemapIndex(files: readonly SitemapFile[], origin: string): string {
  const rows = files.map(
    ({ name, lastModified }) =>
      `<sitemap><loc>${xmlText(`${origin}/${name}`)}</loc>${lastModified ? `<lastmod>${xmlText(lastModified)}</lastmod>` : ''}</sitemap>\n`,
  )
  return `${PROLOGUE}<sitemapindex xmlns="${SITEMAPS}">\n${rows.join('')}</sitemapindex>\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text escaped for an element or a quoted attribute of XML 1.0; characters that XML cannot contain are removed. */
export const xmlText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** The URL of a path on the site: characters that a URL cannot contain are encoded; encoded ones stay as they are. */
export const addressOf = (origin: string, path: string): string => URL.parse(path, origin)?.href ?? origin
