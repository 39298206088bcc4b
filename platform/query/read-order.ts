import { PlatformError } from '../errors.ts'
import { plainPath, type OrderItem } from './ast.ts'

const MAX_ITEMS = 10

/**
 * Read an order in any of its forms: `[{"asc":"x"}]`, `["-x","+y"]`, `"-x"`, or the comma-separated list of the entries list.
 * Source: protocol 1.3. Throws `platform/bad-query`.
 */
export function readOrder(value: unknown): readonly OrderItem[] {
  if (value === undefined || value === null || value === '') return []
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return checkOrderSize(items).flatMap(readItem)
}

/** The items of an order, unchanged. Throws `platform/bad-query` for more than a query may have. */
export function checkOrderSize<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= MAX_ITEMS) return items
  throw new PlatformError('platform/bad-query', `A query can be ordered by ${MAX_ITEMS} fields at most`)
}

function readItem(item: unknown): readonly OrderItem[] {
  if (typeof item === 'string') {
    const text = item.trim()
    if (text === '' || text === '-' || text === '+') return []
    return [{ field: plainPath(text.replace(/^[+-]/, '')), descending: text.startsWith('-') }]
  }
  if (typeof item === 'object' && item !== null) {
    const { asc, desc } = item as Record<string, unknown>
    if (typeof asc === 'string') return [{ field: plainPath(asc), descending: false }]
    if (typeof desc === 'string') return [{ field: plainPath(desc), descending: true }]
  }
  throw new PlatformError(
    'platform/bad-query',
    'Each item of "orderBy" must be a field name, {"asc": field} or {"desc": field}',
  )
}

/** Read `orderBy` from a URL, where it is JSON, a JSON string or a bare comma-separated list. */
export function readOrderText(text: string | undefined): readonly OrderItem[] {
  if (text === undefined || text.trim() === '') return []
  if (!/^\s*[["{]/.test(text)) return readOrder(text)
  try {
    return readOrder(JSON.parse(text))
  } catch (error) {
    if (error instanceof PlatformError) throw error
    throw new PlatformError('platform/bad-query', '"orderBy" is not valid JSON')
  }
}
