import { fold, toWords } from '../domain/words.ts'
import { leavesOf, type Clause, type Comparison, type Leaf } from '../query/ast.ts'
import { TRIGRAM_FIELDS } from './schema.ts'
import { trigramMatch } from './contains.ts'

const MAX_WILDCARDS = 2
const MAX_CHARACTERS = 500
const MAX_PATTERN = 60
const MIN_LETTERS = 3
/**
 * So many of each kind of condition a query may have: what is one look-up (clients fetch links by three for each entry of
 * a page), what reads a part of an index, what reads all texts.
 */
const [MAX_LEAVES, MAX_RANGES, MAX_SCANS] = [1500, 20, 3]
/** So many conditions may look for words; what they cost goes by the words. */
const MAX_TEXTS = 30
/** So many words may be looked for, so many times in all free text conditions together, and so many in other spellings. */
const [MAX_WORDS, MAX_LOOK_UPS, MAX_FUZZY_WORDS] = [40, 240, 10]
/**
 * So many times very common words may be looked for in one query: a search with relevance asks for two of them some thirty times (docs/decisions/0048).
 */
const MAX_COMMON_LOOK_UPS = 40

/**
 * Whether a query is costly: patterns that no index can narrow down, very long terms, hundreds of conditions.
 * Such a query gets a fraction of the usual time, so that it cannot be used to wear the platform out. Source: issue "limits".
 */
export function isCostly(where: Clause): boolean {
  const leaves = leavesOf(where)
  return (
    leaves.length > MAX_LEAVES ||
    leaves.filter((leaf) => leaf.kind === 'text').length > MAX_TEXTS ||
    leaves.filter((leaf) => leaf.kind !== 'text' && !isLookUp(leaf)).length > MAX_RANGES ||
    leaves.filter(isScan).length > MAX_SCANS ||
    leaves.some(isVague) ||
    asksForManyWords(leaves)
  )
}

/** Whether words that are in very many entries are looked for so often that each of the conditions is let pass, and all together are too much. */
export function asksForCommonWords(where: Clause, isCommon: (word: string) => boolean): boolean {
  const words = leavesOf(where).flatMap((leaf) =>
    leaf.kind === 'text' ? [...new Set(toWords(leaf.term))] : [],
  )
  return words.length > MAX_COMMON_LOOK_UPS && words.filter(isCommon).length > MAX_COMMON_LOOK_UPS
}

const isLookUp = (leaf: Leaf): boolean =>
  leaf.kind === 'compare' && (leaf.operator === 'equalTo' || leaf.operator === 'in')

/** Whether texts are looked through, one after the other. */
function isScan(leaf: Leaf): leaf is Comparison {
  if (leaf.kind !== 'compare') return false
  if (leaf.operator === 'endsWith') return true
  if (leaf.operator !== 'contains') return false
  return !TRIGRAM_FIELDS.has(leaf.field) || trigramMatch(fold(String(leaf.values[0] ?? ''))) === null
}

/** A comparison that almost every text could meet, or that takes long for each of them. */
function isVague(leaf: Leaf): boolean {
  if (leaf.kind !== 'compare') return false
  if (leaf.field === '*' && !isLookUp(leaf)) return true
  return leaf.values.some((value) => {
    const text = String(value)
    if (leaf.operator !== 'contains') return text.length > MAX_CHARACTERS
    const wildcards = text.split(/[*?]/).length - 1
    if (isScan(leaf) && (wildcards > 0 || text.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_LETTERS))
      return true
    return wildcards > MAX_WILDCARDS || text.length > (wildcards > 0 ? MAX_PATTERN : MAX_CHARACTERS)
  })
}

function asksForManyWords(leaves: readonly Leaf[]): boolean {
  const spellings = new Set<string>()
  const words = new Set<string>()
  let lookUps = 0
  for (const leaf of leaves) {
    if (leaf.kind !== 'text') continue
    if (leaf.term.length > MAX_CHARACTERS) return true
    const own = toWords(leaf.term)
    lookUps += own.length
    for (const word of own) words.add(word)
    if (leaf.fuzzy) for (const word of own) spellings.add(word)
  }
  return words.size > MAX_WORDS || lookUps > MAX_LOOK_UPS || spellings.size > MAX_FUZZY_WORDS
}
