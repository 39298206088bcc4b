import { leavesOf, type Clause, type Leaf } from './ast.ts'

const MAX_WILDCARDS = 2
const MAX_CHARACTERS = 500
const MAX_PATTERN = 60
const MAX_WORDS = 20
const MAX_LEAVES = 500

/**
 * Whether nobody would ask this by hand: patterns of many wildcards, very long terms, hundreds of conditions. Such a
 * query gets a fraction of the usual time, so that it cannot be used to wear the platform out. Source: issue "limits".
 */
export function isCostly(where: Clause): boolean {
  const leaves = leavesOf(where)
  return leaves.length > MAX_LEAVES || leaves.some(isLong)
}

function isLong(leaf: Leaf): boolean {
  if (leaf.kind === 'text')
    return leaf.term.length > MAX_CHARACTERS || leaf.term.split(' ').length > MAX_WORDS
  if (leaf.kind !== 'compare') return false
  return leaf.values.some((value) => {
    const text = String(value)
    const wildcards = leaf.operator === 'contains' ? text.split(/[*?]/).length - 1 : 0
    return wildcards > MAX_WILDCARDS || text.length > (wildcards > 0 ? MAX_PATTERN : MAX_CHARACTERS)
  })
}
