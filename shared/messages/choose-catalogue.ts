import { DEFAULT_LANGUAGE } from '../content/index.ts'

/** The messages of a package by language. The product's own language is among them: it ends every search for messages. */
export type Catalogues<Messages> = Readonly<
  Record<typeof DEFAULT_LANGUAGE, Messages> & Record<string, Messages>
>

/**
 * The language of the catalogue for a page: the page's own, the site's first, the product's own, whichever comes first. Each
 * stands for what it is a kind of, too: `cy-GB` finds `cy`, and `en-AU`, where there is neither that nor `en`, finds `en-GB`.
 */
export function chooseLanguage(codes: readonly string[], language: string, primary: string): string {
  if (codes.includes(language)) return language
  for (const wanted of [language, primary]) {
    const found = nearest(codes, wanted)
    if (found !== undefined) return found
  }
  return DEFAULT_LANGUAGE
}

/** The catalogue for a page in a language, on a site with this primary language; see `chooseLanguage`. */
export const chooseCatalogue = <Messages>(
  catalogues: Catalogues<Messages>,
  language: string,
  primary: string,
): Messages =>
  catalogues[chooseLanguage(Object.keys(catalogues), language, primary)] ?? catalogues[DEFAULT_LANGUAGE]

/** The code that fits best; undefined where none is of the same language. Case does not matter. */
function nearest(codes: readonly string[], wanted: string): string | undefined {
  const parts = wanted.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const tag = parts.slice(0, length).join('-')
    const found = codes.find((code) => code.toLowerCase() === tag)
    if (found !== undefined) return found
  }
  return codes.find((code) => code.toLowerCase().split('-')[0] === parts[0])
}
