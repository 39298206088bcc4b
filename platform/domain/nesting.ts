/** Deeper nested values are refused, because the code that walks them is recursive. Source: security 1.16. */
export const MAX_NESTING = 64

/** Whether a value has more than `most` levels of lists and objects. It looks at one level after the other, without recursion. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 1; depth <= most && level.length > 0; depth += 1)
    level = level.flatMap((one) => Object.values(one).filter(isNesting))
  return level.length > 0
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null
