/** Letters that sound alike, or that are taken for one another by ear. */
const ALIKE = ['aeiouwy', 'ckqx', 'csz', 'gj', 'fvp', 'dt', 'mn', 'bp'] as const
/** Letters that lie side by side on a keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const

/** What a slip counts: less where ears or fingers explain it. */
const SLIP = {
  alike: 0.5,
  doubled: 0.5,
  silent: 0.5,
  vowel: 0.75,
  swapped: 0.75,
  beside: 0.75,
  other: 1,
} as const
/** The first letter is seldom wrong, but for one that sounds like it. */
const FIRST_LETTER = 0.75

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'aeiouy'.includes(letter)
const soundsLike = (a: string, b: string): boolean =>
  ALIKE.some((letters) => letters.includes(a) && letters.includes(b))
const isBeside = (a: string, b: string): boolean =>
  ROWS.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1)

function exchange(a: string, b: string, isFirst: boolean): number {
  if (a === b) return 0
  if (soundsLike(a, b)) return SLIP.alike + (isFirst && isVowel(a) ? FIRST_LETTER : 0)
  return (isBeside(a, b) ? SLIP.beside : SLIP.other) + (isFirst ? FIRST_LETTER : 0)
}

/** Of a letter that one word has and the other has not. */
function leftOut(letter: string, before: string | undefined): number {
  if (before === undefined) return SLIP.other + FIRST_LETTER
  if (letter === before) return SLIP.doubled
  if (letter === 'h') return SLIP.silent
  return isVowel(letter) ? SLIP.vowel : SLIP.other
}

/** How far a word is from another as slips of a typist and speller go, 0 for the same; where it is `most` or more, at least `most`. */
export function countSlips(a: string, b: string, most: number): number {
  let before: readonly number[] = []
  let above: readonly number[] = [...b].reduce<readonly number[]>(
    (row, letter, j) => [...row, (row[j] ?? 0) + leftOut(letter, b[j - 1])],
    [0],
  )
  let leastAbove = 0
  for (let i = 0; i < a.length; i += 1) {
    const row = slipsOf(a, i, b, above, before)
    const least = Math.min(...row)
    // Slips never become fewer again, but that a swap looks back two rows.
    if (Math.min(least, leastAbove) >= most) return most
    before = above
    above = row
    leastAbove = least
  }
  return above[b.length] ?? 0
}

/** The least slips from a word up to its letter `i` to each beginning of another, from those one and two letters before. */
function slipsOf(
  a: string,
  i: number,
  b: string,
  above: readonly number[],
  before: readonly number[],
): readonly number[] {
  const at = (row: readonly number[], j: number): number => row[j] ?? Infinity
  const letter = a[i] ?? ''
  const left = leftOut(letter, a[i - 1])
  const row = [at(above, 0) + left]
  for (let j = 0; j < b.length; j += 1) {
    const other = b[j] ?? ''
    const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other
    row.push(
      Math.min(
        at(above, j + 1) + left,
        at(row, j) + leftOut(other, b[j - 1]),
        at(above, j) + exchange(letter, other, i === 0 && j === 0),
        isSwap ? at(before, j - 1) + SLIP.swapped : Infinity,
      ),
    )
  }
  return row
}
