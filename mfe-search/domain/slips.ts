/** Letters that sound alike, or that are taken for one another by ear. */
const ALIKE = ['aeiouwy', 'ckqx', 'csz', 'gj', 'fvp', 'dt', 'mn', 'bp'] as const
/** Letters that lie side by side on a keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const
const VOWELS = 'aeiouy'

/** Cost of a spelling mistake: lower where hearing or typing explains it. */
const SLIP = {
  alike: 0.5,
  doubled: 0.5,
  silent: 0.5,
  vowel: 0.75,
  swapped: 0.75,
  beside: 0.75,
  other: 1,
} as const
/** Additional cost for the first letter, which is seldom wrong unless the letters sound alike. */
const FIRST_LETTER = 0.75

const LETTERS = 26
const A = 97
/** Index of a letter in the alphabet, from 0; out of range for other characters. */
const placeIn = (word: string, at: number): number => word.charCodeAt(at) - A

/** Cost of one letter in place of another, by the indices of both. A table, since a word is compared with hundreds. */
const EXCHANGED = new Float64Array(LETTERS * LETTERS).fill(SLIP.other)
function note(one: string, other: string, slip: number): void {
  EXCHANGED[placeIn(one, 0) * LETTERS + placeIn(other, 0)] = slip
  EXCHANGED[placeIn(other, 0) * LETTERS + placeIn(one, 0)] = slip
}
for (const row of ROWS)
  for (const [at, letter] of [...row].slice(1).entries()) note(letter, row[at] ?? '', SLIP.beside)
for (const letters of ALIKE)
  for (const one of letters) for (const other of letters) note(one, other, SLIP.alike)

const [H, VOWEL_PLACES] = [placeIn('h', 0), new Set([...VOWELS].map((letter) => placeIn(letter, 0)))]

/** Cost of the letter at `j` of `b` in place of the one at `i` of `a`. */
function exchange(a: string, i: number, b: string, j: number): number {
  const [one, other] = [placeIn(a, i), placeIn(b, j)]
  if (one === other) return 0
  const isLetter = one >= 0 && one < LETTERS && other >= 0 && other < LETTERS
  const slip = (isLetter ? EXCHANGED[one * LETTERS + other] : undefined) ?? SLIP.other
  // The first vowel of a word is heard clearly, so a wrong one costs more too.
  return i === 0 && j === 0 && (slip !== SLIP.alike || VOWEL_PLACES.has(one)) ? slip + FIRST_LETTER : slip
}

/** Cost of a letter that one word has and the other does not. */
function leftOut(word: string, at: number): number {
  const letter = placeIn(word, at)
  if (at === 0) return SLIP.other + FIRST_LETTER
  if (letter === placeIn(word, at - 1)) return SLIP.doubled
  if (letter === H) return SLIP.silent
  return VOWEL_PLACES.has(letter) ? SLIP.vowel : SLIP.other
}

/** Whether two words may be spellings of the same word, by their first letters: a quick check that spares most words `countSlips`. */
export const beginAlike = (a: string, b: string): boolean =>
  exchange(a, 0, b, 0) <= SLIP.alike || (a[0] === b[1] && a[1] === b[0])

/** The letters of a word as a bit mask; all other characters share one bit. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) {
    const place = placeIn(word, at)
    letters |= 1 << (place >= 0 && place < LETTERS ? place : LETTERS)
  }
  return letters
}

/** Lower bound of the cost between two words, by their letters: a quick check that spares most words `countSlips`. */
export const leastSlips = (a: number, b: number): number =>
  SLIP.alike * Math.max(countBits(a & ~b), countBits(b & ~a))

function countBits(bits: number): number {
  let [left, count] = [bits, 0]
  for (; left !== 0; count += 1) left &= left - 1
  return count
}

/**
 * Edit distance of two words, weighted by likely mistakes of typing and spelling; 0 for the same word. If it reaches `most`, the result is
 * at least `most`, but not exact.
 */
export function countSlips(a: string, b: string, most: number): number {
  const left = Array.from(b, (_, at) => leftOut(b, at))
  let before: number[] = []
  let above = [0]
  for (const slip of left) above.push((above.at(-1) ?? 0) + slip)
  let row: number[] = []
  let leastAbove = 0
  for (let i = 0; i < a.length; i += 1) {
    const least = fillRow(row, { a, i, b, left, above, before })
    // The cost never decreases from row to row, except that a swap looks back two rows.
    if (Math.min(least, leastAbove) >= most) return most
    leastAbove = least
    ;[before, above, row] = [above, row, before]
  }
  return above[b.length] ?? 0
}

/** State of the calculation: at letter `i` of `a`, with the rows of the letter before (`above`) and of the one before that (`before`). */
interface Count {
  readonly a: string
  readonly i: number
  readonly b: string
  readonly left: readonly number[]
  readonly above: readonly number[]
  readonly before: readonly number[]
}

/** Fills `row` with the lowest costs from `a` up to letter `i` to each prefix of `b`. Returns the lowest of them. */
function fillRow(row: number[], { a, i, b, left, above, before }: Count): number {
  const own = leftOut(a, i)
  let last = (above[0] ?? 0) + own
  let least = last
  row[0] = last
  for (let j = 0; j < b.length; j += 1) {
    let slips = (above[j] ?? 0) + exchange(a, i, b, j)
    slips = Math.min(slips, (above[j + 1] ?? 0) + own, last + (left[j] ?? 0))
    if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j])
      slips = Math.min(slips, (before[j - 1] ?? 0) + SLIP.swapped)
    row[j + 1] = last = slips
    if (slips < least) least = slips
  }
  return least
}
