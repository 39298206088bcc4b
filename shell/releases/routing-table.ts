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

/** What all manifests say together: the site's routing table. */
export interface RoutingTable {
  /** The most specific pattern first. */
  readonly staticRoutes: readonly Owned<StaticRoute>[]
  readonly contentTypes: ReadonlyMap<string, Owned<ContentTypeMapping>>
  /** Whether any content type is for some visitors only: then a page's type is made sure of before its fields are asked for. */
  readonly hasProtectedTypes: boolean
  /** What a page is asked for before its type is known. */
  readonly widestLimits: Required<EntryLimits>
  readonly frameSlots: readonly Owned<NonNullable<Manifest['frameSlots']>[number]>[]
}

/**
 * Merge manifests. A release that claims what another live remote has never comes live (route-collisions.ts), so what the first
 * keeps here is its own.
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
    contentTypes,
    hasProtectedTypes: [...contentTypes.values()].some(({ requireLogin }) => Boolean(requireLogin)),
    widestLimits: widestLimits(contentTypes.values()),
    frameSlots: manifests.flatMap(({ name: remote, frameSlots }) =>
      (frameSlots ?? []).map((slot) => ({ ...slot, remote })),
    ),
  }
}

/** What the site says of a content type; `*` stands for every type that no mapping names. */
export const mappingOf = (
  contentTypeId: string,
  { contentTypes }: Pick<RoutingTable, 'contentTypes'>,
): Owned<ContentTypeMapping> | undefined => contentTypes.get(contentTypeId) ?? contentTypes.get('*')

/**
 * The pages that route definitions lead to, each with its whole pattern and the settings of the routes around it. The inner
 * one wins; path, view and hydration are not handed on. Source: specification 2, Routes.
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

/** A path inside another; one that is absolute stands for itself. */
export function joinPaths(outer: string, inner: string): string {
  const whole = inner.startsWith('/') ? inner : `${outer}/${inner}`
  return `/${patternSegments(whole).join('/')}`
}

/** The more specific pattern first, so that the order in which remotes come live decides nothing. */
function bySpecificity(one: StaticRoute, other: StaticRoute): number {
  const [first, second] = [patternSegments(one.path), patternSegments(other.path)]
  const length = Math.max(first.length, second.length)
  for (let index = 0; index < length; index += 1) {
    const difference = looseness(first[index]) - looseness(second[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** How much a part of a pattern takes; its end takes nothing, an optional parameter a little more. */
function looseness(part: string | undefined): number {
  if (part === undefined) return 2
  if (part === '*') return 4
  if (!part.startsWith(':')) return 0
  return part.endsWith('?') ? 3 : 1
}

/**
 * What a pattern takes, whatever its parameters are called: one shape for each length that its optional end allows. Two patterns
 * with a shape in common cannot both have the paths of that shape.
 */
export function patternShapes(pattern: string): readonly string[] {
  const parts = patternSegments(pattern)
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

/** The parts of a pattern between its slashes. */
export const patternSegments = (pattern: string): readonly string[] => pattern.split('/').filter(Boolean)

const isOptional = (part: string): boolean => part.startsWith(':') && part.endsWith('?')

/** Patterns are literals, `:name`, `:name?` and a trailing `*`: nothing that can be made to backtrack. */
export const matchPattern = (pattern: string, path: string): MatchedRoute['params'] | null =>
  matchSegments(segments(pattern), segments(path))

function matchSegments(wanted: readonly string[], given: readonly string[]): MatchedRoute['params'] | null {
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { ...params, '*': given.slice(index).join('/') }
    const value = given[index]
    if (part.startsWith(':')) {
      const optional = part.endsWith('?')
      if (value === undefined && !optional) return null
      if (value !== undefined) params[part.slice(1, optional ? -1 : undefined)] = value
    } else if (part !== value) return null
  }
  return given.length > wanted.length ? null : params
}

/** The first route whose pattern takes the whole path; a routing table has the most specific one first. */
export function matchRoute<R extends StaticRoute>(
  routes: readonly R[],
  path: string,
): { readonly route: R; readonly params: MatchedRoute['params'] } | null {
  const given = segments(path)
  for (const route of routes) {
    if (!mayBegin(route.path, given[0])) continue
    const params = matchSegments(segments(route.path), given)
    if (params) return { route, params }
  }
  return null
}

/** Most routes differ from a path in the first segment: those need not be looked at as a whole. */
const mayBegin = (pattern: string, first = ''): boolean => /^\/?[:*]/.test(pattern) || pattern.includes(first)

/** Which path names the node of a static route's page. Source: specification 2, Routes; four rules in order. */
export function nodePathOf(route: StaticRoute, path: string): string {
  const { level, params } = route.fetchNode ?? {}
  if (route.path.includes('*')) return path
  if (level !== undefined) return `/${segments(path).slice(0, level).join('/')}`
  const given = segments(path)
  const kept = segments(route.path).flatMap((part, index) => {
    if (!part.startsWith(':')) return [part]
    const name = part.slice(1).replace(/\?$/, '')
    return params?.includes(name) && given[index] !== undefined ? [given[index]] : []
  })
  return `/${kept.join('/')}`
}

const segments = (path: string): string[] => path.split('/').filter(Boolean)

type Reach = Required<EntryLimits>

/**
 * What the first call for a path asks for, while its content type is not known: the fields and links that any mapping asks for,
 * and no others. Everything at the default depth where some named type is shown with every field, so that it costs no second
 * call; a mapping for `*` does not count, for its types are asked for again. Source: docs/decisions/0034.
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

/** What was found of each pair of limits: those of mappings are the same objects for every page. */
const compared = new WeakMap<Reach, WeakMap<Reach, boolean>>()

/** Whether a call with these limits loaded all that a page needs. An empty list of fields means every field. */
export function bringsAll(asked: Reach, needed: Reach): boolean {
  const known = compared.get(asked)?.get(needed)
  if (known !== undefined) return known
  const isEnough =
    isSame(asked, needed) || (bringsFields(asked.fields, needed.fields) && bringsLinks(asked, needed))
  compared.set(asked, (compared.get(asked) ?? new WeakMap<Reach, boolean>()).set(needed, isEnough))
  return isEnough
}

const isSame = (one: Reach, other: Reach): boolean =>
  one.linkDepth === other.linkDepth &&
  (one.fields === other.fields || String(one.fields) === String(other.fields)) &&
  (one.fieldLinkDepths === other.fieldLinkDepths ||
    JSON.stringify(one.fieldLinkDepths) === JSON.stringify(other.fieldLinkDepths))

/** Naming system members leaves out the others: then who names none misses some. */
function bringsFields(asked: readonly string[], needed: readonly string[]): boolean {
  if (asked.length === 0) return true
  const namesSystem = needed.some(isSystem) || !asked.some(isSystem)
  return needed.length > 0 && namesSystem && needed.every((field) => asked.includes(field))
}

const isSystem = (field: string): boolean => field.startsWith('sys.')

/** A deeper path decides below it, so each path that either of them names is looked at. */
function bringsLinks(asked: Reach, needed: Reach): boolean {
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
