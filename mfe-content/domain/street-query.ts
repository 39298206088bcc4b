import type { JsonObject } from '@tessera/shared/contract'

/** A British postcode, as far as it is given, with or without its space: the district, and what follows it. */
const POSTCODE = /(?:^|[\s,])([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{0,2})?$/i

/** How streets are shortened; what is written stands in the name, too, so that "St Oswin" stays a saint. */
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

/** What a visitor has written, read: the postcode, or the words of a street's name. */
export interface StreetQuery {
  /** In capitals, as far as it was given. */
  readonly postcode?: { readonly outward: string; readonly inward: string }
  readonly words: readonly string[]
}

/** Read what a visitor writes of where they live. Numbers of houses, and what follows a comma, are no part of a street's name. */
export function readStreetQuery(written: string): StreetQuery {
  const text = written.slice(0, MAX_WRITTEN).trim()
  const [found, outward, inward] = POSTCODE.exec(text) ?? []
  if (found !== undefined && outward !== undefined)
    return { postcode: { outward: outward.toUpperCase(), inward: (inward ?? '').toUpperCase() }, words: [] }
  const [street = ''] = text.replace(/^\s*\d+[a-z]?\s*,/i, '').split(',')
  return { words: wordsIn(street).filter((word) => !/^\d/.test(word)) }
}

/** A word of a name without its accents would not be found: those stay. An s of its own is what an apostrophe has left. */
const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word !== 's')

/** The conditions for streets that may be meant; null where nothing was written that a street could be found by. */
export function streetConditions({ postcode, words }: StreetQuery): readonly JsonObject[] | null {
  // All streets of the sector: not every postcode is in the list, and a new one has neighbours.
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

/** "LK24" may be a district, or the sector "LK2 4" of another. */
function sectorsOf({ outward, inward }: NonNullable<StreetQuery['postcode']>): readonly string[] {
  if (inward !== '') return [`${outward} ${inward.slice(0, 1)}`]
  const split = /^(\D+\d)(\d)$/.exec(outward)
  return [`${outward} `, ...(split ? [`${split[1]} ${split[2]}`] : [])]
}

/** Of streets that may be meant, those with the whole postcode that was written, where there are any. */
export function withPostcode<S extends { readonly postcodes: readonly string[] }>(
  streets: readonly S[],
  { postcode }: StreetQuery,
): readonly S[] {
  const whole = postcode && `${postcode.outward} ${postcode.inward}`
  const exact = streets.filter(({ postcodes }) => whole !== undefined && postcodes.includes(whole))
  return exact.length > 0 ? exact : streets
}

/** "Oswins" is written for "Oswin’s". */
const withoutPlural = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)
