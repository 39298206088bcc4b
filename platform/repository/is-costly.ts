import { fold, toWords } from '../domain/words.ts'
import { PlatformError } from '../errors.ts'
import { leavesOf, type Clause, type Comparison, type Leaf } from '../query/ast.ts'
import { normalise, type Plain } from '../query/normalise.ts'
import { TRIGRAM_FIELDS } from './schema.ts'
import { isScopeLeaf } from './scopes.ts'
import { trigramMatch } from './contains.ts'

const MAX_WILDCARDS = 2
const MAX_CHARACTERS = 500
const MAX_PATTERN = 60
const MIN_LETTERS = 3
/**
 * How many conditions a query may have: in all but those on the scope, which read no index (clients fetch each link with its id, language
 * and version status), of those that read a range of an index, and of those that scan all texts. A search for events of a month with two
 * quoted phrases, each with an apostrophe, has 23 ranges, six of them scans, and one more for each selected topic.
 * Large sites limit the time of scans by themselves (`compile-words.ts`).
 */
const [MAX_LEAVES, MAX_RANGES, MAX_SCANS] = [1500, 32, 6]
/** How many negated conditions may stand in alternatives. */
const MAX_NEGATED = 24
/** How many free text conditions a query may have; their cost depends on the number of words. */
const MAX_TEXTS = 30
/** How many different words a query may have, how many words in all its free text conditions, and how many fuzzy ones. */
const [MAX_WORDS, MAX_LOOK_UPS, MAX_FUZZY_WORDS] = [40, 240, 10]
/**
 * How many times a query may look up very common words: a search with relevance looks up two some thirty times (docs/decisions/0048).
 */
const MAX_COMMON_LOOK_UPS = 40

/** How deep `and` and `or` may alternate: what is deeper is planned again for every level above it. */
const MAX_DEPTH = 10
/**
 * How many conditions on all fields a query may have, how many values these may compare with, each of which is sought for every
 * field in every scope, and how many values all conditions together.
 */
const [MAX_ALL_FIELDS, MAX_ALL_FIELDS_VALUES, MAX_VALUES] = [20, 200, 10_000]

/** Whether a path means all fields, of the entries themselves or of linked ones (`venue.*`). */
const isAllFields = (field: string): boolean => field === '*' || field.endsWith('.*')

const countValues = (compared: readonly Comparison[]): number =>
  compared.reduce((sum, { values }) => sum + values.length, 0)

/**
 * Refuse a query of too many look-ups. Where they find nothing no row is read that would look at the clock, so that no time limit
 * would end it. Throws `platform/bad-query`.
 */
export function refuseLookUps(where: Clause): void {
  const compared = leavesOf(where).filter((leaf) => leaf.kind === 'compare')
  const ofAllFields = compared.filter(({ field }) => isAllFields(field))
  const names = [...new Set(ofAllFields.map(({ field }) => `"${field}"`))].slice(0, 3).join(', ')
  const refuse = (said: string): never => {
    throw new PlatformError('platform/bad-query', `The query ${said}`)
  }
  if (ofAllFields.length > MAX_ALL_FIELDS) refuse(`has more than ${MAX_ALL_FIELDS} conditions on ${names}`)
  if (countValues(ofAllFields) > MAX_ALL_FIELDS_VALUES)
    refuse(`compares ${names} with more than ${MAX_ALL_FIELDS_VALUES} values`)
  if (countValues(compared) > MAX_VALUES) refuse(`compares with more than ${MAX_VALUES} values`)
}

/**
 * Whether a query is costly: patterns that no index can narrow down, very long terms, hundreds of conditions.
 * Such a query gets a fraction of the usual time, so that attackers cannot use it to overload the platform. Source: issue "limits".
 */
export function isCostly(where: Clause): boolean {
  const leaves = leavesOf(where)
  const plain = normalise(where)
  return (
    leaves.filter((leaf) => !isScopeLeaf(leaf)).length > MAX_LEAVES ||
    leaves.filter((leaf) => leaf.kind === 'text').length > MAX_TEXTS ||
    leaves.filter((leaf) => leaf.kind !== 'text' && !isLookUp(leaf)).length > MAX_RANGES ||
    negatedBranches(plain) > MAX_NEGATED ||
    depthOf(plain) > MAX_DEPTH ||
    leaves.filter(isScan).length > MAX_SCANS ||
    leaves.some(isUnselective) ||
    asksForManyWords(leaves)
  )
}

/** Whether a query looks up very common words too often: each of its conditions would be accepted, all together are too slow. */
export function asksForCommonWords(where: Clause, isCommon: (word: string) => boolean): boolean {
  const words = leavesOf(where).flatMap((leaf) =>
    leaf.kind === 'text' ? [...new Set(toWords(leaf.term))] : [],
  )
  return words.length > MAX_COMMON_LOOK_UPS && words.filter(isCommon).length > MAX_COMMON_LOOK_UPS
}

/** How many negated conditions stand in alternatives: each reads all documents but a few. */
function negatedBranches(where: Plain, isBranch = false): number {
  if (where.kind === 'leaf') return Number(isBranch && where.negated && !isScopeLeaf(where.leaf))
  return where.parts.reduce((sum, part) => sum + negatedBranches(part, isBranch || where.kind === 'or'), 0)
}

const depthOf = (where: Plain): number =>
  where.kind === 'leaf' ? 0 : 1 + Math.max(0, ...where.parts.map(depthOf))

const isLookUp = (leaf: Leaf): boolean =>
  leaf.kind === 'compare' && (leaf.operator === 'equalTo' || leaf.operator === 'in')

/** Whether a condition scans texts one after the other. */
function isScan(leaf: Leaf): leaf is Comparison {
  if (leaf.kind !== 'compare') return false
  if (leaf.operator === 'endsWith') return true
  if (leaf.operator !== 'contains') return false
  return !TRIGRAM_FIELDS.has(leaf.field) || trigramMatch(fold(String(leaf.values[0] ?? ''))) === null
}

/** A comparison that almost every text could meet, or that takes long for each text. */
function isUnselective(leaf: Leaf): boolean {
  if (leaf.kind !== 'compare') return false
  if (isAllFields(leaf.field) && !isLookUp(leaf)) return true
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
