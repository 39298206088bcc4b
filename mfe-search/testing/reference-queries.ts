import { isObject } from '@tessera/shared/content'
import type { JsonObject } from '@tessera/shared/contract'
import type { FilterConfig } from '../config/filter-config.ts'
import type { QueryParamsConfig, SearchConfig } from '../config/search-config.ts'
import { searchQuery } from '../domain/facet-query.ts'
import { featuredQuery } from '../domain/featured-query.ts'
import type { SearchContext } from '../domain/search-state.ts'
import { fromUrl } from '../domain/search-url.ts'

/** One configuration, and what a URL says of it. */
export interface ReferenceCase {
  readonly name: string
  readonly context?: SearchContext
  readonly queryParams?: QueryParamsConfig
  readonly filters?: Readonly<Record<string, Omit<FilterConfig, 'title'>>>
  readonly sortOptions?: readonly string[]
  readonly pageSizes?: readonly number[]
  readonly params: Readonly<Record<string, string>>
  readonly excludeIds?: readonly string[]
  /** Compare the query for featured results, instead of that for the others. */
  readonly featured?: boolean
}

/** Our query for a case. */
export function ourQuery(one: ReferenceCase): JsonObject {
  const { context = 'facets', queryParams = {}, filters = {}, sortOptions = [], pageSizes = [] } = one
  const source = {
    title: 'F',
    queryParams,
    filters: Object.fromEntries(
      Object.entries(filters).map(([key, filter]) => [key, { title: key, ...filter }]),
    ),
    sortOptions: sortOptions.map((orderBy) => ({ title: orderBy, orderBy })),
    pageSizes,
  }
  const config: SearchConfig = { [context]: { f: source } }
  const address = fromUrl(config, { context, path: '/', key: 'f' }, { query: one.params })
  const asked = { language: 'en-GB', ...(one.excludeIds && { excludeIds: one.excludeIds }) }
  const query = one.featured ? featuredQuery(config, address, asked) : searchQuery(config, address, asked)
  return JSON.parse(JSON.stringify(query)) as JsonObject
}

/** The parts of a query, one text for each condition and option; equal texts for equal meanings. */
export const partsOf = ({ where, orderBy, linkDepth = 0, ...options }: JsonObject): readonly string[] => [
  ...(where as readonly JsonObject[]).flatMap((condition) =>
    conjuncts(plain(condition)).map((one) => `where ${JSON.stringify(one)}`),
  ),
  ...(orderBy === undefined
    ? []
    : [`orderBy ${JSON.stringify((orderBy as readonly unknown[]).map(plainOrder))}`]),
  `linkDepth ${JSON.stringify(linkDepth)}`,
  ...Object.entries(options).map(([name, value]) => `${name} ${JSON.stringify(sorted(value))}`),
]

/** `{ desc: 'x' }` is `-x`. */
function plainOrder(order: unknown): unknown {
  const { asc, desc } = (typeof order === 'object' ? order : {}) as Readonly<Record<string, string>>
  return desc === undefined ? (asc ?? order) : `-${desc}`
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value

/** The conditions of a nested `and` as a flat list. */
const conjuncts = (condition: unknown): readonly unknown[] =>
  isObject(condition) && Array.isArray(condition['and']) ? condition['and'].flatMap(conjuncts) : [condition]

/**
 * A condition in its simplest form: a list of one value becomes that value, a list of one condition that condition, and redundant `exists`
 * conditions are left out.
 */
function plain(condition: unknown): unknown {
  if (!isObject(condition)) return condition
  const { and, or, not, in: values, ...rest } = condition
  if (Array.isArray(values))
    return sorted(values.length === 1 ? { ...rest, equalTo: values[0] as unknown } : condition)
  if (not !== undefined) return { not: plain(Array.isArray(not) ? not[0] : not) }
  const [name, list] = Array.isArray(and) ? ['and', and] : ['or', or]
  if (!Array.isArray(list)) return sorted(condition)
  const parts = withoutSaid(list.map(plain))
  return parts.length === 1 ? parts[0] : { [String(name)]: parts }
}

const withoutSaid = (parts: readonly unknown[]): readonly unknown[] =>
  parts.filter(
    (one) =>
      !(isObject(one) && one['exists'] === true) ||
      !parts.some((other) => isObject(other) && other['field'] === one['field'] && other['equalTo'] === true),
  )
