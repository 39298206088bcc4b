/** Letters that sound alike, or that are taken for one another by ear. */
const SIMILAR_LETTERS = ['aeiouwy', 'ckqx', 'csz', 'gj', 'fvp', 'dt', 'mn', 'bp'] as const
/** Letters that lie side by side on a keyboard. */
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const
const VOWELS = 'aeiouy'

/** Cost of a spelling mistake: lower where hearing or typing explains it. */
const COST = {
  similar: 0.5,
  doubled: 0.5,
  silent: 0.5,
  vowel: 0.75,
  transposed: 0.75,
  adjacent: 0.75,
  other: 1,
} as const
/** Additional cost for the first letter, which is seldom wrong unless the letters sound alike. */
const FIRST_LETTER = 0.75

const LETTERS = 26
const A = 97
/** Index of a letter in the alphabet, from 0; out of range for other characters. */
const letterIndex = (word: string, at: number): number => word.charCodeAt(at) - A

/** Cost of one letter in place of another, by the indices of both. A table, since a word is compared with hundreds. */
const SUBSTITUTION_COSTS = new Float64Array(LETTERS * LETTERS).fill(COST.other)
function setCost(one: string, other: string, cost: number): void {
  SUBSTITUTION_COSTS[letterIndex(one, 0) * LETTERS + letterIndex(other, 0)] = cost
  SUBSTITUTION_COSTS[letterIndex(other, 0) * LETTERS + letterIndex(one, 0)] = cost
}
for (const row of KEYBOARD_ROWS)
  for (const [at, letter] of [...row].slice(1).entries()) setCost(letter, row[at] ?? '', COST.adjacent)
for (const letters of SIMILAR_LETTERS)
  for (const one of letters) for (const other of letters) setCost(one, other, COST.similar)

const [H, VOWEL_INDICES] = [letterIndex('h', 0), new Set([...VOWELS].map((letter) => letterIndex(letter, 0)))]

/** Cost of the letter at `j` of `b` in place of the one at `i` of `a`. */
function substitutionCost(a: string, i: number, b: string, j: number): number {
  const [one, other] = [letterIndex(a, i), letterIndex(b, j)]
  if (one === other) return 0
  const isLetter = one >= 0 && one < LETTERS && other >= 0 && other < LETTERS
  const cost = (isLetter ? SUBSTITUTION_COSTS[one * LETTERS + other] : undefined) ?? COST.other
  // The first vowel of a word is heard clearly, so a wrong one costs more too.
  return i === 0 && j === 0 && (cost !== COST.similar || VOWEL_INDICES.has(one)) ? cost + FIRST_LETTER : cost
}

/** Cost of a letter that one word has and the other does not. */
function insertionCost(word: string, at: number): number {
  const letter = letterIndex(word, at)
  if (at === 0) return COST.other + FIRST_LETTER
  if (letter === letterIndex(word, at - 1)) return COST.doubled
  if (letter === H) return COST.silent
  return VOWEL_INDICES.has(letter) ? COST.vowel : COST.other
}

/** Whether two words may be spellings of the same word, by their first letters: a quick check that spares most words `editDistance`. */
export const beginSimilarly = (a: string, b: string): boolean =>
  substitutionCost(a, 0, b, 0) <= COST.similar || (a[0] === b[1] && a[1] === b[0])

/** The letters of a word as a bit mask; all other characters share one bit. */
export function letterMask(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) {
    const place = letterIndex(word, at)
    letters |= 1 << (place >= 0 && place < LETTERS ? place : LETTERS)
  }
  return letters
}

/** Lower bound of the cost between two words, by their letters: a quick check that spares most words `editDistance`. */
export const minEditDistance = (a: number, b: number): number =>
  COST.similar * Math.max(countBits(a & ~b), countBits(b & ~a))

function countBits(bits: number): number {
  let [left, count] = [bits, 0]
  for (; left !== 0; count += 1) left &= left - 1
  return count
}

/**
 * Edit distance of two words, weighted by likely mistakes of typing and spelling; 0 for the same word. If it reaches `max`, the result is
 * at least `max`, but not exact.
 */
export function editDistance(a: string, b: string, max: number): number {
  const insertions = Array.from(b, (_, at) => insertionCost(b, at))
  let twoBefore: number[] = []
  let previous = [0]
  for (const cost of insertions) previous.push((previous.at(-1) ?? 0) + cost)
  let row: number[] = []
  let leastBefore = 0
  for (let i = 0; i < a.length; i += 1) {
    const least = fillRow(row, { a, i, b, insertions, previous, twoBefore })
    // The cost never decreases from row to row, except that a swap looks back two rows.
    if (Math.min(least, leastBefore) >= max) return max
    leastBefore = least
    ;[twoBefore, previous, row] = [previous, row, twoBefore]
  }
  return previous[b.length] ?? 0
}

/** State of the calculation: at letter `i` of `a`, with the rows of the letter before (`previous`) and of the one before that (`twoBefore`). */
interface RowInput {
  readonly a: string
  readonly i: number
  readonly b: string
  readonly insertions: readonly number[]
  readonly previous: readonly number[]
  readonly twoBefore: readonly number[]
}

/** Fills `row` with the lowest costs from `a` up to letter `i` to each prefix of `b`. Returns the lowest of them. */
function fillRow(row: number[], { a, i, b, insertions, previous, twoBefore }: RowInput): number {
  const own = insertionCost(a, i)
  let last = (previous[0] ?? 0) + own
  let least = last
  row[0] = last
  for (let j = 0; j < b.length; j += 1) {
    let cost = (previous[j] ?? 0) + substitutionCost(a, i, b, j)
    cost = Math.min(cost, (previous[j + 1] ?? 0) + own, last + (insertions[j] ?? 0))
    if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j])
      cost = Math.min(cost, (twoBefore[j - 1] ?? 0) + COST.transposed)
    row[j + 1] = last = cost
    if (cost < least) least = cost
  }
  return least
}
