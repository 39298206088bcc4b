import { toAppError, type ContentTypeMapping, type RequireLogin } from '@tessera/shared/contract'
import { entryLimits, hasLimits, type Entry, type EntryLimits, type Node } from '@tessera/shared/content'
import { decideAccess, requiredGroups } from './access.ts'
import {
  routeError,
  type RouteFacts,
  type AuthContext,
  type RouteIo,
  type RouteRequest,
  type RouteResult,
} from './route.ts'
import { coversLimits, nodePathOf, mappingOf, type Owned } from '../releases/routing-table.ts'
import { finishNode, viewOf } from './finish-node.ts'
import {
  encodePath,
  languagePrefix,
  normaliseSlashes,
  previewPath,
  staticAlternates,
  type SiteLanguages,
} from '../http/paths.ts'

/**
 * Resolve a path: access first, then node, entry and relatives. Never throws. Calls use the visitor's own token when the route is
 * restricted, and when the platform refused the content without it.
 * Source: specification 4, Access and routing.
 */
export async function resolveRoute(request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const requirement = request.matched?.route.requireLogin
  const decision = decideAccess(requirement, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const own: AuthContext | null = io.memberClient && { name: 'member', client: io.memberClient }
  const open: AuthContext = { name: 'public', client: io.client }
  const result = await resolveAs(request, io, (requirement && own) || open)
  const wasRefused = result.type === 'refused'
  const settled = wasRefused && own && !requirement ? await resolveAs(request, io, own) : result
  if (settled.type === 'refused') return { type: settled.status === 401 ? 'sign-in' : 'access-denied' }
  if (!('facts' in settled)) return settled
  return { ...settled, facts: { allowedGroups: requiredGroups(requirement), ...settled.facts } }
}

/** The platform refused the content: 401 requires a sign-in, 403 denies access to this visitor. */
interface Refused {
  readonly type: 'refused'
  readonly status: 401 | 403
}

async function resolveAs(
  request: RouteRequest,
  io: RouteIo,
  auth: AuthContext,
): Promise<RouteResult | Refused> {
  try {
    if (request.preview) return await loadPreview(request.preview, request, io, auth)
    if (request.matched) return await loadStatic(request.matched, request, io, auth)
    return await loadContent(request, io, auth)
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.status === 401 || error.status === 403) return { type: 'refused', status: error.status }
    return {
      type: 'error',
      auth: auth.name,
      facts: { ...request.facts, error: routeError(error) },
      error,
    }
  }
}

/**
 * Resolve a static route: its page, and the node that its path names if the route asks for one. Without that node the page has no
 * entry. Relatives and entry mapper are those of the content type unless the route names its own.
 */
async function loadStatic(
  { route, params }: NonNullable<RouteRequest['matched']>,
  request: RouteRequest,
  io: RouteIo,
  auth: AuthContext,
): Promise<RouteResult> {
  const { fetchNode, requireLogin } = route
  const facts: RouteFacts = { ...request.facts, staticRoute: { path: route.path, params } }
  const page: RouteResult = { type: 'page', auth: auth.name, facts, main: viewOf(route), problems: [] }
  if (!fetchNode) return page
  const found = await loadNode(nodePathOf(route, request.path, request.rest), fetchNode, request, io, auth)
  if (found.type === 'missing') return page
  if (found.type !== 'found') return { type: found.type }
  const { mapping: type } = found
  const own = { nodeOptions: fetchNode.nodeOptions ?? type?.nodeOptions }
  const mapper = fetchNode.entryMapper === undefined && type ? type : { ...fetchNode, remote: route.remote }
  const allowedGroups = [...requiredGroups(requireLogin), ...requiredGroups(type?.requireLogin)]
  return finishNode(
    { ...found, mapping: { ...mapper, ...own }, main: page.main, facts: { ...facts, allowedGroups } },
    request,
    io,
  )
}

/** Addresses of a static route, in the case of its pattern. It exists in every language; content names its own translations. */
export function staticPaths(
  { route, params }: NonNullable<RouteRequest['matched']>,
  language: string,
  languages: SiteLanguages,
): Pick<RouteFacts, 'alternates' | 'canonicalPath'> {
  const fill = (_pattern: string, name = '*') => params[name] ?? ''
  const rest = encodePath(normaliseSlashes(route.path.replace(/(?<=\/)(?:\*|:([^/?]+)\??)/g, fill)))
  return {
    canonicalPath: normaliseSlashes(`${languagePrefix(language, languages)}${rest}`),
    ...(!route.language && { alternates: staticAlternates(rest, languages) }),
  }
}

/** Resolve a path that no static route matches: its node, the node's entry, and the view for the entry's type. */
async function loadContent(request: RouteRequest, io: RouteIo, auth: AuthContext): Promise<RouteResult> {
  const found = await loadNode(request.path, undefined, request, io, auth)
  if (found.type === 'sign-in' || found.type === 'access-denied') return { type: found.type }
  if (found.type === 'missing' || !found.entry || !found.mapping)
    return { type: 'not-found', auth: auth.name, facts: { ...request.facts, notFound: true } }
  const { mapping } = found
  const facts = { ...request.facts, allowedGroups: requiredGroups(mapping.requireLogin) }
  return finishNode({ ...found, mapping, main: viewOf(mapping), facts }, request, io)
}

/** Resolve a preview: an entry by its id, with the relatives of its node if there is one. Its type's access rules apply here too. */
async function loadPreview(
  preview: NonNullable<RouteRequest['preview']>,
  request: RouteRequest,
  io: RouteIo,
  auth: AuthContext,
): Promise<RouteResult> {
  const { entryId, language } = preview
  const asked = entryLimits(undefined, undefined)
  const [found, node] = await Promise.all([
    auth.client.entry(entryId, { language, ...asked }),
    // Without its node the page only lacks the breadcrumb: the preview asks for the entry.
    auth.client.nodeOfEntry(entryId, { language }).catch(() => null),
  ])
  const missing: RouteResult = {
    type: 'not-found',
    auth: auth.name,
    facts: { ...request.facts, notFound: true },
  }
  const mapping = found && mappingOf(found.sys.contentTypeId ?? '', io.table)
  if (!mapping) return missing
  const decision = decideAccess(mapping.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const needed = withSystemFields(entryLimits(undefined, mapping))
  const entry = coversLimits(asked, needed)
    ? found
    : await auth.client.entry(entryId, { language: found.sys.language, ...needed })
  if (!entry) return missing
  const alternates = previewAlternates(entryId, entry, request.supportedLanguages)
  const facts = { ...request.facts, alternates }
  return finishNode({ node, entry, mapping, auth, main: viewOf(mapping), facts }, request, io)
}

/** The other languages of a previewed entry, drafts included, are previewed too. */
const previewAlternates = (
  entryId: string,
  { sys }: Entry,
  supported: readonly string[],
): NonNullable<RouteFacts['alternates']> =>
  (sys.availableLanguages ?? [])
    .filter((language) => supported.includes(language))
    .map((language) => ({ language, path: previewPath({ entryId, language }) }))

/** A node with its entry, as far as the visitor may see them. */
interface FoundNode {
  readonly type: 'found'
  readonly node: Node
  readonly entry: Entry | null
  /** The site's mapping of the entry's content type. */
  readonly mapping: Owned<ContentTypeMapping> | undefined
  /** The credentials that the entry was requested with. */
  readonly auth: AuthContext
}

/** Why there is nothing to show. */
type Missing =
  { readonly type: 'missing' } | { readonly type: 'sign-in' } | { readonly type: 'access-denied' }

/**
 * The node at a path and its entry with the limits of its type, in one call when the type is known or all types are public.
 * Otherwise the type is requested first: the fields of an entry are not requested before access is decided.
 * `own` limits, those of a static route, take precedence over those of the type.
 */
async function loadNode(
  path: string,
  own: EntryLimits | undefined,
  request: RouteRequest,
  io: RouteIo,
  auth: AuthContext,
): Promise<FoundNode | Missing> {
  const { table, knownTypes } = io
  const known = knownTypes.get(path)
  const expected = known === undefined ? undefined : mappingOf(known, table)
  const isSure =
    known === undefined
      ? !table.hasProtectedTypes
      : decideAccess(expected?.requireLogin, request.visitor) === 'allow'
  // Not all fields: pages show only some of them. An entry whose type needs more is requested again.
  const first = known === undefined && !hasLimits(own) ? table.widestLimits : limitsOf(own, expected)
  const asked = isSure ? first : TYPE_ONLY
  const firstAuth = isSure ? authFor(expected?.requireLogin, io, auth) : auth
  const seen = await loadNodeAt(path, asked, firstAuth, request, io)
  if (seen.type !== 'found' || !seen.entry) return seen
  const needed = limitsOf(own, seen.mapping)
  const wanted = authFor(seen.mapping?.requireLogin, io, auth)
  if (wanted.name === firstAuth.name && coversLimits(asked, needed)) return seen
  return loadNodeAt(path, needed, wanted, request, io)
}

async function loadNodeAt(
  path: string,
  limits: Required<EntryLimits>,
  auth: AuthContext,
  { visitor, isPreviewed = false }: RouteRequest,
  { table, knownTypes }: RouteIo,
): Promise<FoundNode | Missing> {
  const wanted = isPreviewed ? withSystemFields(limits) : limits
  const node = await auth.client.nodeByPath(path, { entryLimits: wanted })
  if (!node) return { type: 'missing' }
  const entry = node.entry ?? null
  const contentTypeId = entry?.sys.contentTypeId
  const mapping = contentTypeId === undefined ? undefined : mappingOf(contentTypeId, table)
  const decision = decideAccess(mapping?.requireLogin, visitor)
  if (contentTypeId !== undefined) knownTypes.set(path, contentTypeId)
  return decision === 'allow' ? { type: 'found', node, entry, mapping, auth } : { type: decision }
}

/** A call that names some system fields gets only those; a preview needs all of them. */
const withSystemFields = (limits: Required<EntryLimits>): Required<EntryLimits> => ({
  ...limits,
  fields: limits.fields.filter((field) => !field.startsWith('sys.')),
})

const limitsOf = (own: EntryLimits | undefined, mapping: EntryLimits | undefined): Required<EntryLimits> =>
  entryLimits(hasLimits(own) ? own : undefined, mapping)

/** Protected content is requested with the visitor's own token. */
const authFor = (
  requirement: RequireLogin | undefined,
  { memberClient }: RouteIo,
  auth: AuthContext,
): AuthContext => (requirement && memberClient ? { name: 'member', client: memberClient } : auth)

/** Limits that load an entry's id and type only: enough to decide on access. */
export const TYPE_ONLY: Required<EntryLimits> = {
  fields: ['sys.id', 'sys.contentTypeId'],
  linkDepth: 0,
  fieldLinkDepths: {},
}
