import type { RouteSettings, StaticRoute, StaticRouteDefinition } from '@tessera/shared/contract'

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
export function bySpecificity(one: StaticRoute, other: StaticRoute): number {
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
