import type { Manifest, StaticRoute, StaticRouteDefinition } from '@tessera/shared/contract'
import { findRepetitions } from './route-collisions.ts'
import { flattenRoutes, joinPaths, patternSegments } from './static-routes.ts'

/** Keys of the state that the shell owns. */
export const HOST_KEYS: readonly string[] = ['routing', 'navigation', 'version', 'page', 'user']

/** A remote as far as its manifest is checked against it. */
interface Declared {
  readonly manifest: Manifest
  readonly entryMappers?: Readonly<Record<string, unknown>>
}

/** Where a manifest contradicts itself or its remote: one line each. Found when a release is checked, not by a visitor. */
export function manifestProblems({ manifest, entryMappers = {} }: Declared): readonly string[] {
  const { staticRoutes = [], contentTypes = [], stateKeys = [] } = manifest
  const routes = flattenRoutes(staticRoutes)
  const users = [
    ...routes.map(({ path, injectRedux, fetchNode }) => ({
      name: `the route "${path}"`,
      injectRedux,
      entryMapper: fetchNode?.entryMapper,
    })),
    ...contentTypes.map((type) => ({ ...type, name: `the content type "${type.contentTypeId}"` })),
  ]
  return [
    ...findRepetitions(manifest),
    ...definitionProblems(staticRoutes, '/'),
    ...routes.flatMap(routeProblems),
    ...users.flatMap(({ name, entryMapper, injectRedux = [] }) => [
      ...(entryMapper === undefined || Object.hasOwn(entryMappers, entryMapper)
        ? []
        : [`${name} names the entry mapper "${entryMapper}", which the remote does not have`]),
      ...injectRedux
        .filter((key) => !stateKeys.includes(key))
        .map((key) => `${name} injects "${key}", which is not among the remote's state keys`),
    ]),
    ...stateKeys
      .filter((key) => HOST_KEYS.includes(key))
      .map((key) => `the state key "${key}" belongs to the shell`),
  ]
}

/** Of routes as they are nested: those that lead nowhere, and those that lie outside the route that holds them. */
function definitionProblems(definitions: readonly StaticRouteDefinition[], outer: string): readonly string[] {
  return definitions.flatMap(({ path = '', view, hydrate, children = [] }) => {
    const whole = joinPaths(outer, path)
    const inside = outer === '/' || whole === outer || whole.startsWith(`${outer}/`)
    return [
      ...(inside ? [] : [`the route "${whole}" lies outside "${outer}", which holds it`]),
      ...(view === undefined && children.length === 0 ? [`the route "${whole}" has no view`] : []),
      ...(view !== undefined && hydrate === undefined
        ? [`the route "${whole}" does not say when the browser needs its code`]
        : []),
      ...definitionProblems(children, whole),
    ]
  })
}

const PARAMETER = /^:[A-Za-z]\w*\??$/

function routeProblems({ path, fetchNode }: StaticRoute): readonly string[] {
  const parts = patternSegments(path)
  const parameters = parts
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1).replace('?', ''))
  const { level, params = [] } = fetchNode ?? {}
  const problems = [
    parts.slice(0, -1).includes('*') && 'has a wildcard before its end',
    parts.some((part) => part.startsWith(':') && !PARAMETER.test(part)) &&
      'has a parameter without a proper name',
    new Set(parameters).size < parameters.length && 'names a parameter twice',
    level !== undefined &&
      !(Number.isInteger(level) && level > 0) &&
      'has a level that is no count of segments',
    ...params
      .filter((name) => !parameters.includes(name))
      .map((name) => `takes "${name}" into its node's path, which is no parameter of it`),
  ]
  return problems.filter((problem) => problem !== false).map((problem) => `the route "${path}" ${problem}`)
}
