import type { Entry } from '../content/index.ts'
import type { JsonObject } from '../contract/index.ts'

type Test = (found: readonly unknown[], wanted: unknown) => boolean

const fold = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)
const same = (a: unknown, b: unknown): boolean => fold(a) === fold(b)
const holds = (value: unknown, part: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase().includes(String(part).toLowerCase())
const order = (a: unknown, b: unknown): number => {
  const [left, right] = [fold(a) as string, fold(b) as string]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The operators of the delivery API that tests need; a list matches if any element does. Source: reference delivery-api 1.12. */
const OPERATORS: Readonly<Record<string, Test>> = {
  equalTo: (found, wanted) => found.some((value) => same(value, wanted)),
  in: (found, wanted) =>
    (wanted as readonly unknown[]).some((one) => found.some((value) => same(value, one))),
  contains: (found, wanted) => found.some((value) => holds(value, wanted)),
  freeText: (found, wanted) => {
    const term = typeof wanted === 'object' ? (wanted as { readonly term: string }).term : String(wanted)
    return term.split(/\s+/).every((word) => found.some((value) => holds(value, word)))
  },
  startsWith: (found, wanted) => found.some((value) => String(fold(value)).startsWith(String(fold(wanted)))),
  exists: (found, wanted) => found.length > 0 === wanted,
  between: (found, wanted) => {
    const [low, high] = wanted as readonly [unknown, unknown]
    return found.some((value) => order(value, low) >= 0 && order(value, high) <= 0)
  },
  greaterThan: (found, wanted) => found.some((value) => order(value, wanted) > 0),
  greaterThanOrEqualTo: (found, wanted) => found.some((value) => order(value, wanted) >= 0),
  lessThan: (found, wanted) => found.some((value) => order(value, wanted) < 0),
  lessThanOrEqualTo: (found, wanted) => found.some((value) => order(value, wanted) <= 0),
}

/** Whether an entry meets a condition. Throws for an unknown operator, so that no test passes by accident. */
export function meets(entry: Entry, condition: JsonObject): boolean {
  const { and, or, not } = condition as Readonly<Record<string, readonly JsonObject[] | undefined>>
  if (and) return and.every((part) => meets(entry, part))
  if (or) return or.some((part) => meets(entry, part))
  if (not) return ![not].flat().some((part) => meets(entry, part))
  const field = condition['field'] as string
  const name = Object.keys(condition).find((key) => key !== 'field' && key !== 'weight') ?? 'nothing'
  const operator = OPERATORS[name]
  if (!operator) throw new Error(`the memory client does not know the operator ${name}`)
  return operator(valuesAt(entry, field.split('.')), condition[name])
}

/** Compares entries by the first value of each field, in the order of the fields; missing values come last. */
export const compareBy =
  (fields: readonly string[]) =>
  (a: Entry, b: Entry): number => {
    for (const field of fields) {
      const [left, right] = [a, b].map((entry) => valuesAt(entry, field.replace(/^-/, '').split('.'))[0])
      if (left === undefined || right === undefined) {
        if (left !== right) return left === undefined ? 1 : -1
      } else if (order(left, right) !== 0)
        return field.startsWith('-') ? -order(left, right) : order(left, right)
    }
    return 0
  }

function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  if (value === null || value === undefined) return []
  const [key, ...rest] = path
  if (key === undefined) return [value]
  return typeof value === 'object'
    ? valuesAt((value as Record<string, unknown>)[key.replace('[]', '')], rest)
    : []
}
