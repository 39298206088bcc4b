import type { JsonObject } from '@tessera/shared/contract'

/** A British postcode, also an incomplete one, with or without a space: outward code and inward code. */
const POSTCODE = /(?:^|[\s,])([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{0,2})?$/i

/** Abbreviations in street names. A word is also searched as it was typed. "St" is not listed, since it may mean "Saint". */
const SHORT: Readonly<Record<string, string>> = {
  av: 'avenue',
  ave: 'avenue',
  cl: 'close',
  ct: 'court',
  dr: 'drive',
  gr: 'grove',
  la: 'lane',
  ln: 'lane',
  rd: 'road',
  ter: 'terrace',
  tce: 'terrace',
}

const MAX_WRITTEN = 100

/** A visitor's parsed input: a postcode, or the words of a street's name. */
export interface StreetQuery {
  /** In upper case; may be incomplete. */
  readonly postcode?: { readonly outward: string; readonly inward: string }
  readonly words: readonly string[]
}

/** Parse a visitor's address. House numbers, and everything after a comma, are not part of the street's name. */
export function readStreetQuery(written: string): StreetQuery {
  const text = written.slice(0, MAX_WRITTEN).trim()
  const [found, outward, inward] = POSTCODE.exec(text) ?? []
  if (found !== undefined && outward !== undefined)
    return { postcode: { outward: outward.toUpperCase(), inward: (inward ?? '').toUpperCase() }, words: [] }
  const [street = ''] = text.replace(/^\s*\d+[a-z]?\s*,/i, '').split(',')
  return { words: wordsIn(street).filter((word) => !/^\d/.test(word)) }
}

/** The words of a text. Accents are kept, since the search needs them. A single "s" is left over from an apostrophe and dropped. */
const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word !== 's')

/** Search conditions for the streets with exactly the given postcode; null where the input is no complete postcode. */
export const exactConditions = ({ postcode }: StreetQuery): readonly JsonObject[] | null =>
  postcode?.inward.length === 3
    ? [{ field: 'postcodes', equalTo: `${postcode.outward} ${postcode.inward}` }]
    : null

/** Search conditions for the matching streets; null where the input has no postcode and no words. */
export function streetConditions({ postcode, words }: StreetQuery): readonly JsonObject[] | null {
  // Searches the whole postcode sector, since new postcodes may be missing in the content.
  if (postcode)
    return [{ or: sectorsOf(postcode).map((sector) => ({ field: 'postcodes', startsWith: sector })) }]
  if (words.length === 0) return null
  return words.map((word) => ({
    or: [...new Set([word, SHORT[word] ?? word, withoutPlural(word)])].flatMap((form) => [
      { field: 'title', contains: form },
      { field: 'alsoCalled', contains: form },
    ]),
  }))
}

/** The possible sectors: "LK24" may be a district, or the sector "LK2 4" of the district "LK2". */
function sectorsOf({ outward, inward }: NonNullable<StreetQuery['postcode']>): readonly string[] {
  if (inward !== '') return [`${outward} ${inward.slice(0, 1)}`]
  const split = /^(\D+\d)(\d)$/.exec(outward)
  return [`${outward} `, ...(split ? [`${split[1]} ${split[2]}`] : [])]
}

/** The word without a final "s", since visitors write "Oswins" for "Oswin’s". */
const withoutPlural = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)
