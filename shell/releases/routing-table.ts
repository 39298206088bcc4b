import { entryLimits, type EntryLimits } from '@tessera/shared/content'
import type {
  ContentTypeMapping,
  Manifest,
  StaticRoute,
  RemoteName,
  RouteSettings,
  StaticRouteDefinition,
  MatchedRoute,
} from '@tessera/shared/contract'

/** A mapping or route together with the remote that declared it. */
export type Owned<T> = T & { readonly remote: RemoteName }

/** The site's routing table, merged from all manifests. */
export interface RoutingTable {
  /** The most specific pattern first. */
  readonly staticRoutes: readonly Owned<StaticRoute>[]
  /** Routes of remotes whose releases could not be loaded, for paths where nothing else is found. */
  readonly missingRoutes: readonly Owned<StaticRoute>[]
  readonly contentTypes: ReadonlyMap<string, Owned<ContentTypeMapping>>
  /** Whether any content type is restricted to some visitors: then a page's type is determined before its fields are requested. */
  readonly hasProtectedTypes: boolean
  /** Fields and links to request for a page before its content type is known. */
  readonly widestLimits: Required<EntryLimits>
  readonly frameSlots: readonly Owned<NonNullable<Manifest['frameSlots']>[number]>[]
}

/**
 * Merges manifests. Releases with colliding claims never go live (`findCollisions`), so the order of live manifests does not matter.
 * A claim that several manifests have is that of the first.
 */
export function routingTable(manifests: readonly Manifest[]): RoutingTable {
  const contentTypes = new Map<string, Owned<ContentTypeMapping>>()
  const staticRoutes = new Map<string, Owned<StaticRoute>>()
  for (const { name: remote, ...manifest } of manifests) {
    for (const route of flattenRoutes(manifest.staticRoutes ?? [])) {
      if (!staticRoutes.has(route.path)) staticRoutes.set(route.path, { ...route, remote })
    }
    for (const mapping of manifest.contentTypes ?? []) {
      if (!contentTypes.has(mapping.contentTypeId))
        contentTypes.set(mapping.contentTypeId, { ...mapping, remote })
    }
  }
  return {
    staticRoutes: [...staticRoutes.values()].toSorted(bySpecificity),
    missingRoutes: [],
    contentTypes,
    hasProtectedTypes: [...contentTypes.values()].some(({ requireLogin }) => Boolean(requireLogin)),
    widestLimits: widestLimits(contentTypes.values()),
    frameSlots: manifests.flatMap(({ name: remote, frameSlots }) =>
      (frameSlots ?? []).map((slot) => ({ ...slot, remote })),
    ),
  }
}

/** The mapping of a content type; the mapping of `*` applies to all types that no mapping names. */
export const mappingOf = (
  contentTypeId: string,
  { contentTypes }: Pick<RoutingTable, 'contentTypes'>,
): Owned<ContentTypeMapping> | undefined => contentTypes.get(contentTypeId) ?? contentTypes.get('*')

/**
 * The routes with a view in nested definitions, each with its full pattern and the settings of its parent routes. Own settings
 * take precedence; path, view and hydration are not inherited. Source: specification 2, Routes.
 */
export function flattenRoutes(
  definitions: readonly StaticRouteDefinition[],
  outerPath = '/',
  outer: RouteSettings = {},
): readonly StaticRoute[] {
  return definitions.flatMap(({ path, view, hydrate, children = [], ...own }) => {
    const whole = joinPaths(outerPath, path ?? '')
    const settings = { ...outer, ...own }
    const inner = flattenRoutes(children, whole, settings)
    return view === undefined
      ? inner
      : [{ ...settings, path: whole, view, hydrate: hydrate ?? 'load' }, ...inner]
  })
}

/** Joins a path to an outer one; an absolute path is kept as it is. */
export function joinPaths(outer: string, inner: string): string {
  const whole = inner.startsWith('/') ? inner : `${outer}/${inner}`
  return `/${segments(whole).join('/')}`
}

/** Orders the more specific pattern first, so that the order in which remotes go live does not matter. */
function bySpecificity(one: StaticRoute, other: StaticRoute): number {
  const [first, second] = [segments(one.path), segments(other.path)]
  const length = Math.max(first.length, second.length)
  for (let index = 0; index < length; index += 1) {
    const difference = looseness(first[index]) - looseness(second[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** Rank of a pattern's segment: the lower, the more specific. The end of a pattern ranks before an optional parameter. */
function looseness(part: string | undefined): number {
  if (part === undefined) return 2
  if (part === '*') return 4
  if (!part.startsWith(':')) return 0
  return part.endsWith('?') ? 3 : 1
}

/**
 * The shapes of a pattern, without the names of parameters: one for each length that its optional end allows. Two patterns with a
 * common shape collide, because they match the same paths.
 */
export function patternShapes(pattern: string): readonly string[] {
  const parts = segments(pattern)
  const required = parts.findLastIndex((part) => !isOptional(part)) + 1
  return Array.from(
    { length: parts.length - required + 1 },
    (_, extra) =>
      `/${parts
        .slice(0, required + extra)
        .map((part) => (part.startsWith(':') ? ':' : part))
        .join('/')}`,
  )
}

/** The parts of a path, or of a pattern, between its slashes. */
export const segments = (path: string): readonly string[] => path.split('/').filter(Boolean)

const isOptional = (part: string): boolean => part.startsWith(':') && part.endsWith('?')

/** The parameters of a matching path. Patterns have literals, `:name`, `:name?` and a trailing `*`, so matching never backtracks. */
function matchSegments(wanted: readonly string[], given: readonly string[]): MatchedRoute['params'] | null {
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { ...params, '*': given.slice(index).join('/') }
    const value = given[index]
    if (part.startsWith(':')) {
      const optional = part.endsWith('?')
      if (value === undefined && !optional) return null
      if (value !== undefined) params[part.slice(1, optional ? -1 : undefined)] = value
    } else if (part.toLowerCase() !== value?.toLowerCase()) return null
  }
  return given.length > wanted.length ? null : params
}

/** The first route whose pattern matches the whole path, in any case; a routing table has the most specific one first. */
export function matchRoute<R extends StaticRoute>(
  routes: readonly R[],
  path: string,
): { readonly route: R; readonly params: MatchedRoute['params'] } | null {
  const given = segments(path)
  const first = given[0]?.toLowerCase()
  for (const route of routes) {
    if (!mayBegin(route.path, first)) continue
    const params = matchSegments(segments(route.path), given)
    if (params) return { route, params }
  }
  return null
}

/** Whether a pattern may match a path with this first segment, in lower case: a quick test that excludes most routes. */
const mayBegin = (pattern: string, first = ''): boolean =>
  /^\/?[:*]/.test(pattern) || pattern.toLowerCase().includes(first)

/**
 * The path of the node of a static route's page; `rest` is the path without its language, which the route has matched and the node's
 * path keeps. Source: specification 2, Routes; four rules in order.
 */
export function nodePathOf(route: StaticRoute, path: string, rest = path): string {
  const { level, params } = route.fetchNode ?? {}
  if (route.path.includes('*')) return path
  const given = segments(rest)
  const below = level === undefined ? namedBy(route, given, params) : given.slice(0, level)
  const language = segments(path).slice(0, segments(path).length - given.length)
  return `/${[...language, ...below].join('/')}`
}

/** The parts of a route's path, of its parameters only those that name the node. */
const namedBy = ({ path }: StaticRoute, given: readonly string[], params: readonly string[] = []) =>
  segments(path).flatMap((part, index) => {
    if (!part.startsWith(':')) return [part]
    const name = part.slice(1).replace(/\?$/, '')
    return params.includes(name) && given[index] !== undefined ? [given[index]] : []
  })

type Reach = Required<EntryLimits>

/**
 * Limits of the first call for a path, while its content type is not known: the fields and links that any mapping needs, and no
 * others. If some named type needs every field, all fields at the default depth, so that no second call is necessary. A mapping
 * for `*` does not count, because its types need a second call. Source: docs/decisions/0034.
 */
export function widestLimits(mappings: Iterable<ContentTypeMapping>): Reach {
  const named = [...mappings].filter(({ contentTypeId }) => contentTypeId !== '*')
  if (named.length === 0 || named.some(({ fields }) => !fields?.length))
    return entryLimits(undefined, undefined)
  const all = named.map((mapping) => entryLimits(undefined, mapping))
  const depths: Record<string, number> = {}
  for (const [path, depth] of all.flatMap(({ fieldLinkDepths }) => Object.entries(fieldLinkDepths)))
    depths[path] = Math.max(depth, depths[path] ?? 0)
  return {
    fields: [...new Set(all.flatMap(({ fields }) => fields))],
    linkDepth: Math.max(...all.map(({ linkDepth }) => linkDepth)),
    fieldLinkDepths: depths,
  }
}

/** Cached results for pairs of limits; the limits of mappings are the same objects for every page. */
const compared = new WeakMap<Reach, WeakMap<Reach, boolean>>()

/** Whether a call with these limits loaded all that a page needs. An empty list of fields means every field. */
export function coversLimits(asked: Reach, needed: Reach): boolean {
  const known = compared.get(asked)?.get(needed)
  if (known !== undefined) return known
  const isEnough =
    isSame(asked, needed) || (coversFields(asked.fields, needed.fields) && coversLinks(asked, needed))
  compared.set(asked, (compared.get(asked) ?? new WeakMap<Reach, boolean>()).set(needed, isEnough))
  return isEnough
}

const isSame = (one: Reach, other: Reach): boolean =>
  one.linkDepth === other.linkDepth &&
  (one.fields === other.fields || String(one.fields) === String(other.fields)) &&
  (one.fieldLinkDepths === other.fieldLinkDepths ||
    JSON.stringify(one.fieldLinkDepths) === JSON.stringify(other.fieldLinkDepths))

/** Requesting single `sys.` fields excludes the others; limits without `sys.` fields need all of them. */
function coversFields(asked: readonly string[], needed: readonly string[]): boolean {
  if (asked.length === 0) return true
  const namesSystem = needed.some(isSystem) || !asked.some(isSystem)
  return needed.length > 0 && namesSystem && needed.every((field) => asked.includes(field))
}

const isSystem = (field: string): boolean => field.startsWith('sys.')

/** The longest matching path sets a depth, so the depth at each path that either of the limits names is compared. */
function coversLinks(asked: Reach, needed: Reach): boolean {
  const paths = [...Object.keys(asked.fieldLinkDepths), ...Object.keys(needed.fieldLinkDepths)]
  const isAsDeep = (path: string) => depthAt(path, asked) >= depthAt(path, needed)
  return asked.linkDepth >= needed.linkDepth && paths.every(isAsDeep)
}

function depthAt(path: string, { linkDepth, fieldLinkDepths }: Reach): number {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const depth = fieldLinkDepths[parts.slice(0, length).join('.')]
    if (depth !== undefined) return depth
  }
  return linkDepth
}
