import { DEFAULT_LANGUAGE } from '../content/index.ts'

/** The messages of a package by language. They must include the product's default language, the last fallback. */
export type Catalogues<Messages> = Readonly<
  Record<typeof DEFAULT_LANGUAGE, Messages> & Record<string, Messages>
>

/**
 * The language of the catalogue for a page: the first match of the page's language, the site's primary language, and the product's
 * default. Related codes match too: `cy-GB` finds `cy`, and `en-AU` finds `en-GB` where there is neither `en-AU` nor `en`.
 */
export function chooseLanguage(codes: readonly string[], language: string, primary: string): string {
  if (codes.includes(language)) return language
  for (const wanted of [language, primary]) {
    const found = nearest(codes, wanted)
    if (found !== undefined) return found
  }
  return DEFAULT_LANGUAGE
}

/** The catalogue for a page, by its language and the site's primary language; see `chooseLanguage`. */
export const chooseCatalogue = <Messages>(
  catalogues: Catalogues<Messages>,
  language: string,
  primary: string,
): Messages =>
  catalogues[chooseLanguage(Object.keys(catalogues), language, primary)] ?? catalogues[DEFAULT_LANGUAGE]

/** The best matching code; undefined where none has the same language. Case-insensitive. */
function nearest(codes: readonly string[], wanted: string): string | undefined {
  const parts = wanted.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const tag = parts.slice(0, length).join('-')
    const found = codes.find((code) => code.toLowerCase() === tag)
    if (found !== undefined) return found
  }
  return codes.find((code) => code.toLowerCase().split('-')[0] === parts[0])
}
