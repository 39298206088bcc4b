const MAX_FORMS = 50

/** The known words, each with its length and the set of its letters, so that most can be skipped without comparing them. */
export type Vocabulary = {
  readonly words: readonly string[]
  readonly lengths: Uint8Array
  readonly letters: Int32Array
  /** Cache: the forms that were found for a word. */
  readonly found: Map<string, readonly string[]>
  /** Throws when the query's time is up. */
  readonly tick: () => void
}

/** Prepare words for fuzzy search. */
export function createVocabulary(words: readonly string[], tick: () => void = () => undefined): Vocabulary {
  return {
    words,
    lengths: Uint8Array.from(words, (word) => Math.min(255, word.length)),
    letters: Int32Array.from(words, lettersOf),
    found: new Map(),
    tick,
  }
}

/** The known words near a word: up to two letters exact, three to five one edit, longer two; nearest first, 50 at most. Source: protocol 1.13. */
export function expandFuzzy(word: string, vocabulary: Vocabulary): readonly string[] {
  const allowed = word.length <= 2 ? 0 : word.length <= 5 ? 1 : 2
  if (allowed === 0) return [word]
  const { found } = vocabulary
  const known = found.get(word)
  if (known !== undefined) return known
  const forms = findForms(word, allowed, vocabulary)
  if (found.size >= MAX_REMEMBERED) found.clear()
  found.set(word, forms)
  return forms
}

/** The known words that contain a part, or end with it; null when there are more than `most`. */
export function wordsWith(
  part: string,
  where: 'inside' | 'end',
  { words, tick }: Vocabulary,
  most: number,
): readonly string[] | null {
  const found: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    if (at % CHECKED === 0) tick()
    const word = words[at] ?? ''
    if (!(where === 'end' ? word.endsWith(part) : word.includes(part))) continue
    if (found.push(word) > most) return null
  }
  return found
}

/** How many words are compared between two checks of the time. */
const CHECKED = 4096
const MAX_REMEMBERED = 1000

function findForms(
  word: string,
  allowed: number,
  { words, lengths, letters, tick }: Vocabulary,
): readonly string[] {
  const own = lettersOf(word)
  const near: { readonly form: string; readonly edits: number }[] = []
  for (let at = 0; at < words.length; at += 1) {
    if (at % CHECKED === 0) tick()
    if (Math.abs((lengths[at] ?? 0) - word.length) > allowed) continue
    // One edit changes at most two members of the set of letters.
    if (countBits(own ^ (letters[at] ?? 0)) > 2 * allowed) continue
    const form = words[at] ?? ''
    const edits = countEdits(word, form, allowed)
    if (edits <= allowed) near.push({ form, edits })
  }
  near.sort((a, b) => a.edits - b.edits)
  return near.length === 0 ? [word] : near.slice(0, MAX_FORMS).map(({ form }) => form)
}

/** The set of a word's letters, as one bit for each of 32 groups. */
function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Edits between two words, a swap of neighbours counting as one; gives up above `limit`. */
export function countEdits(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      best = Math.min(best, edits)
    }
    if (best > limit) return limit + 1
    before = above
    above = row
  }
  return above[b.length] ?? limit + 1
}
