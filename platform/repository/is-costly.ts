import { leavesOf, type Clause, type Leaf } from '../query/ast.ts'
import { fold } from '../domain/words.ts'
import { indexFor } from './contains.ts'

const MAX_WILDCARDS = 2
const MAX_CHARACTERS = 500
const MAX_PATTERN = 60
const MAX_WORDS = 20
const MAX_LEAVES = 500
const MAX_SCANS = 8

/**
 * Whether nobody would ask this by hand: patterns that no index can narrow down, very long terms, hundreds of conditions.
 * Such a query gets a fraction of the usual time, so that it cannot be used to wear the platform out. Source: issue "limits".
 */
export function isCostly(where: Clause): boolean {
  const leaves = leavesOf(where)
  return leaves.length > MAX_LEAVES || leaves.filter(isScan).length > MAX_SCANS || leaves.some(isLong)
}

/** Whether texts are looked through, one after the other. */
function isScan(leaf: Leaf): boolean {
  if (leaf.kind !== 'compare') return false
  if (leaf.operator === 'endsWith') return true
  return leaf.operator === 'contains' && indexFor(leaf.field, fold(String(leaf.values[0] ?? ''))) === null
}

function isLong(leaf: Leaf): boolean {
  if (leaf.kind === 'text')
    return leaf.term.length > MAX_CHARACTERS || leaf.term.split(' ').length > MAX_WORDS
  if (leaf.kind !== 'compare') return false
  return leaf.values.some((value) => {
    const text = String(value)
    const wildcards = leaf.operator === 'contains' ? text.split(/[*?]/).length - 1 : 0
    if (wildcards > 0 && isScan(leaf)) return true
    return wildcards > MAX_WILDCARDS || text.length > (wildcards > 0 ? MAX_PATTERN : MAX_CHARACTERS)
  })
}
