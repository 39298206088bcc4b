import { chooseLanguage, DEFAULT_LANGUAGE } from '../content/index.ts'

/** The messages of a package by language. They must include the product's default language, the last fallback. */
export type Catalogues<Messages> = Readonly<
  Record<typeof DEFAULT_LANGUAGE, Messages> & Record<string, Messages>
>

/** The catalogue for a page, by its language and the site's primary language; see `chooseLanguage`. */
export const chooseCatalogue = <Messages>(
  catalogues: Catalogues<Messages>,
  language: string,
  primary: string,
): Messages =>
  catalogues[chooseLanguage(Object.keys(catalogues), language, primary)] ?? catalogues[DEFAULT_LANGUAGE]
