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
