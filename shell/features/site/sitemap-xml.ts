/** A page in one language. */
export interface SitePage {
  readonly language: string
  readonly path: string
  /** ISO 8601; when it was published last. */
  readonly lastModified?: string
}

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** What a file of addresses begins and ends with. */
export const URLSET = {
  open: `${PROLOGUE}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`,
  close: '</urlset>\n',
} as const

/** A page with all its translations; the page itself is one of them where there are any. Source: sitemaps.org 0.9, hreflang by xhtml:link. */
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

/** One file of a set: its name, and when anything in it changed last. */
export interface SitemapFile {
  readonly name: string
  readonly lastModified?: string
}

/** The index of all files: what robots.txt leads to. */
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

/** Text for an element or a quoted attribute of XML 1.0; characters that XML cannot hold at all are left out. */
export const xmlText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A path as an address of the site: what a URL cannot hold is encoded, what is encoded stays. */
export const addressOf = (origin: string, path: string): string => URL.parse(path, origin)?.href ?? origin
