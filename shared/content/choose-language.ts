import { DEFAULT_LANGUAGE } from './default-language.ts'

/**
 * Of these languages the one for a page: the first match of the page's language, the site's primary language, and the product's
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

/** Of texts, or anything else, by language the one for a page: see `chooseLanguage`; where none fits, the first. */
export const inLanguage = <T>(byLanguage: Readonly<Record<string, T>>, language: string): T | undefined => {
  const codes = Object.keys(byLanguage)
  const chosen = chooseLanguage(codes, language, DEFAULT_LANGUAGE)
  return byLanguage[codes.includes(chosen) ? chosen : (codes[0] ?? '')]
}

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
