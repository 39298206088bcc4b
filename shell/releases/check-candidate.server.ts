import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import {
  CONTRACT_VERSION,
  OLDEST_CONTRACT,
  type Manifest,
  type RemoteName,
  type Slice,
  type StaticRoute,
  type StaticRouteDefinition,
} from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import type { GuardedRemote } from '../guard/guard-remote.server.ts'
import { brokenReads, declaredStateProblems, HOST_KEYS } from '../guard/guard-state.server.ts'
import { renderFixture, type RenderedFixture } from '../guard/render-fixture.server.ts'
import {
  describeUngranted,
  findUngranted,
  type Claim,
  type Grants,
} from '../release-document/trust.server.ts'
import { satisfies } from '../guard/contract-range.ts'
import { flattenRoutes, joinPaths, patternShapes, segments } from './routing-table.ts'

/**
 * Checks that a loaded remote can go live: its contract fits this shell, its manifest is valid, and it renders its own fixtures.
 * @returns the rendered fixtures
 * @throws AppError release/contract-mismatch, release/manifest-invalid, release/fixture-failed
 */
export function checkCandidate(app: string, remote: GuardedRemote): readonly RenderedFixture[] {
  const { manifest, fixtures } = remote
  if (manifest.name !== app)
    throw releaseError('release/description-invalid', { details: { app, says: manifest.name } })
  const isTooOld = !satisfies(manifest.contract.slice(1), `^${OLDEST_CONTRACT}`)
  if (isTooOld || !satisfies(CONTRACT_VERSION, manifest.contract)) {
    throw releaseError('release/contract-mismatch', {
      details: { app, wants: manifest.contract, offered: CONTRACT_VERSION, oldest: OLDEST_CONTRACT },
    })
  }
  const problems = manifestProblems(remote)
  if (problems.length > 0) throw releaseError('release/manifest-invalid', { details: { app, problems } })
  if (fixtures.length === 0)
    throw releaseError('release/fixture-failed', { details: { app, reason: 'it has no fixture' } })
  return fixtures.map((fixture) => renderFixture(app, remote, fixture))
}

/** The part of a remote that its manifest is checked against. */
interface Declared {
  readonly manifest: Manifest
  readonly slices?: readonly Pick<Slice, 'key'>[]
  readonly entryMappers?: Readonly<Record<string, unknown>>
  readonly catalogues?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
}

/** Valid names of a remote's data answers. */
const DATA_NAME = /^[a-z][a-z0-9-]{0,63}$/

/** Contradictions within a manifest, or between it and its remote, one line each. They are found before a release goes live. */
export function manifestProblems({
  manifest,
  slices = [],
  entryMappers = {},
  catalogues,
  data = {},
}: Declared): readonly string[] {
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
    ...pageProblems(manifest),
    ...Object.keys(data)
      .filter((name) => !DATA_NAME.test(name))
      .map((name) => `"${name}" is no name for an answer: lower-case words with hyphens`),
    ...(catalogues && !Object.hasOwn(catalogues, DEFAULT_LANGUAGE)
      ? [`its words are not there in ${DEFAULT_LANGUAGE}, which stands in for every other language`]
      : []),
    ...users.flatMap(({ name, entryMapper, injectRedux = [] }) => [
      ...(entryMapper === undefined || Object.hasOwn(entryMappers, entryMapper)
        ? []
        : [`${name} names the entry mapper "${entryMapper}", which the remote does not have`]),
      ...injectRedux
        .filter((key) => !stateKeys.includes(key))
        .map((key) => `${name} injects "${key}", which is not among the remote's state keys`),
    ]),
    ...slices
      .filter(({ key }) => !stateKeys.includes(key))
      .map(({ key }) => `its slice "${key}" is not among its state keys`),
    ...stateKeys
      .filter((key) => HOST_KEYS.includes(key))
      .map((key) => `the state key "${key}" belongs to the shell`),
    ...declaredStateProblems(manifest),
  ]
}

/** Contradictions within the claims and the routes of a manifest, one line each. */
const pageProblems = (manifest: Manifest): readonly string[] => [
  ...findRepetitions(manifest),
  ...definitionProblems(manifest.staticRoutes ?? [], '/'),
  ...flattenRoutes(manifest.staticRoutes ?? []).flatMap(routeProblems),
]

/** Problems of nested routes: those without a view, and those outside the path of their parent route. */
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

/** First segment of paths that the shell itself handles: a remote's page could never be reached there. */
const SHELL_SEGMENT = /^(_.*|api|health)$/

const PARAMETER = /^:[A-Za-z]\w*\??$/

/** Contradictions within a route, one line each. */
export function routeProblems({ path, fetchNode }: StaticRoute): readonly string[] {
  const parts = segments(path)
  const parameters = parts
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1).replace('?', ''))
  const { level, params = [] } = fetchNode ?? {}
  const problems = [
    parts.slice(0, -1).includes('*') && 'has a wildcard before its end',
    parts.some((part) => /^(?!:).*[?#]/.test(part)) && 'has a "?" or "#", with which a path ends',
    SHELL_SEGMENT.test(parts[0] ?? '') && `lies below "/${parts[0]}", where the shell answers`,
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

/** A manifest, and the names of its release's embed scripts, which pages of other sites load. */
export type Claiming = Manifest & { readonly embeds?: readonly string[] }

/** Names of the embed scripts among the files of a release. */
export const embedsOf = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => /^web\/embed\/([a-z]+)\.js$/.exec(file)?.[1] ?? [])

/** The claims of a release, each with its name for messages. */
export function claimsOf({ staticRoutes = [], embeds = [], ...own }: Claiming): readonly Claim[] {
  const { contentTypes = [], frameSlots = [], stateKeys = [], nestedViews = [] } = own
  const claim = (kind: Claim['kind'], key: string, name: string): Claim => ({ kind, key, name })
  return [
    ...flattenRoutes(staticRoutes).flatMap(({ path }) =>
      patternShapes(path).map((shape) => claim('routes', shape, `the route "${path}"`)),
    ),
    ...contentTypes.map(({ contentTypeId: id }) => claim('contentTypes', id, `the content type "${id}"`)),
    ...frameSlots.map(({ id }) => claim('frameSlots', id, `the slot "${id}" of the frame`)),
    ...stateKeys.map((key) => claim('stateKeys', key, `the state key "${key}"`)),
    ...nestedViews.map(({ view }) => claim('nestedViews', view, `the nested view "${view}"`)),
    ...embeds.map((name) => claim('embeds', name, `the embed "${name}"`)),
  ]
}

/** Claims that only one remote can have; names of views are not shared between remotes. */
const soleClaimsOf = (own: Claiming) =>
  claimsOf(own)
    .filter(({ kind }) => kind !== 'nestedViews')
    .map(({ kind, key, name }) => ({ key: `${kind} ${kind === 'routes' ? key.toLowerCase() : key}`, name }))

/** State that other remotes read, and that this remote does not share as they expect. One line each. */
const lostState = ({ name, sharedState }: Manifest, others: readonly Manifest[]): readonly string[] =>
  others.filter((other) => other.name !== name).flatMap((other) => brokenReads(other, name, sharedState))

/** Nested views that other remotes place, and that this remote does not have. One line each. */
const lostViews = ({ name, nestedViews = [] }: Manifest, others: readonly Manifest[]): readonly string[] =>
  others.flatMap((other) =>
    (other.placedViews ?? [])
      .filter(({ remote, view }) => remote === name && !nestedViews.some((one) => one.view === view))
      .map(({ view }) => `its nested views lack "${view}", which ${other.name} places`),
  )

/**
 * Why a manifest cannot go live together with others: claims that another remote has too, and views or state that others use and
 * that it lacks. One line each; empty without conflicts.
 */
export function findCollisions(candidate: Claiming, others: readonly Claiming[]): readonly string[] {
  const taken = new Map<string, string>()
  for (const other of others) {
    if (other.name === candidate.name) continue
    for (const { key, name } of soleClaimsOf(other)) taken.set(key, `${name} of ${other.name}`)
  }
  const collisions = soleClaimsOf(candidate).flatMap(({ key, name }) => {
    const theirs = taken.get(key)
    return theirs === undefined ? [] : [`${name} collides with ${theirs}`]
  })
  return [...new Set([...collisions, ...lostViews(candidate, others), ...lostState(candidate, others)])]
}

/**
 * Checks that a release claims only what its remote is granted and no other live remote has, and that it has the views and state that
 * others use.
 * @throws AppError release/not-granted, release/collision
 */
export function checkClaims(
  app: string,
  own: Claiming,
  others: readonly Claiming[],
  grants: Grants | undefined,
): void {
  const problems = describeUngranted(findUngranted(claimsOf(own), grants))
  if (problems.length > 0) throw releaseError('release/not-granted', { details: { app, problems } })
  const collisions = findCollisions(own, others)
  if (collisions.length > 0) throw releaseError('release/collision', { details: { app, collisions } })
}

/**
 * The routes and content types of a release that cannot be loaded. Their owner is its app, whatever name the manifest gives.
 * @throws AppError release/manifest-invalid, release/not-granted
 */
export function checkPages(app: string, manifest: Manifest, grants: Grants | undefined): Manifest {
  const { contract, staticRoutes = [], contentTypes = [] } = manifest
  const own = { name: app as RemoteName, contract, staticRoutes, contentTypes }
  const problems = pageProblems(own)
  if (problems.length > 0) throw releaseError('release/manifest-invalid', { details: { app, problems } })
  checkClaims(app, own, [], grants)
  return own
}

/** Claims that a manifest makes more than once. One line each. */
function findRepetitions(manifest: Manifest): readonly string[] {
  const claims = soleClaimsOf(manifest)
  const repeated = claims.filter(({ key }, at) => claims.findIndex((one) => one.key === key) < at)
  return [...new Set(repeated.map(({ name }) => `${name} is declared more than once`))]
}
