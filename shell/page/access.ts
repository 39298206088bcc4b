import { isObject } from '@tessera/shared/content'
import { DEFAULT_PAGE_SIZE, type SiteConfig } from '@tessera/shared/config'
import type {
  ContentClient,
  ContentTypeMapping,
  JsonObject,
  ListQuery,
  RequireLogin,
  SearchQuery,
  User,
} from '@tessera/shared/contract'
import type { Session } from '../http/session.ts'
import type { RoutingTable } from '../releases/routing-table.ts'

/** A signed-in visitor: what decisions about access depend on. */
export interface Visitor {
  readonly groups: readonly { readonly id?: string; readonly name?: string }[]
  /** Belongs to one of the groups that the site names as its staff. */
  readonly isStaffMember?: boolean
}

type AccessDecision = 'allow' | 'sign-in' | 'access-denied'

/** Whether a visitor meets a requirement. Source: specification 6, Roles and permissions. */
export function decideAccess(requirement: RequireLogin | undefined, visitor: Visitor | null): AccessDecision {
  if (!requirement) return 'allow'
  if (!visitor) return 'sign-in'
  if (requirement === 'staff') return visitor.isStaffMember ? 'allow' : 'access-denied'
  if (requirement === true || requirement.length === 0) return 'allow'
  const isMember = requirement.some((wanted) => visitor.groups.some((group) => isSameGroup(wanted, group)))
  return isMember ? 'allow' : 'access-denied'
}

// Two groups without ids are not the same group: compare only what both have.
const isSameGroup = (a: Visitor['groups'][number], b: Visitor['groups'][number]): boolean =>
  (a.id !== undefined && a.id === b.id) || (a.name !== undefined && a.name === b.name)

/** The groups that a requirement names, by id or name; empty when any signed-in visitor, or every visitor, is allowed. */
export const requiredGroups = (requirement: RequireLogin | undefined): readonly string[] =>
  Array.isArray(requirement)
    ? requirement.flatMap(
        ({ id, name }: { readonly id?: string; readonly name?: string }) => id ?? name ?? [],
      )
    : []

type UnknownObject = Readonly<Record<string, unknown>>

/** The content types that the site's own rules hide from a visitor; the platform does not know these rules. */
export interface GuardedTypes {
  /** Whether there are any. */
  readonly some: boolean
  /** `*` stands for every type that no mapping names, except files and images, which public pages show. */
  readonly isGuarded: (contentTypeId: string, dataFormat?: unknown) => boolean
  /** Condition to add to a search, so that it neither finds nor counts guarded entries. */
  readonly condition: UnknownObject
}

/** The guarded types of a site's routing table, for a visitor or for all visitors. Names of types ignore case, as on the platform. */
export function guardedTypes(
  { contentTypes, hasProtectedTypes }: Pick<RoutingTable, 'contentTypes' | 'hasProtectedTypes'>,
  visitor: Visitor | null = null,
): GuardedTypes {
  if (!hasProtectedTypes) return NONE
  const isForbidden = ({ requireLogin }: Pick<ContentTypeMapping, 'requireLogin'>) =>
    decideAccess(requireLogin, visitor) !== 'allow'
  const named = [...contentTypes.values()].filter(({ contentTypeId }) => contentTypeId !== '*')
  const ids = (isGuarded: boolean) =>
    named.filter((mapping) => isForbidden(mapping) === isGuarded).map(({ contentTypeId }) => contentTypeId)
  const others = contentTypes.get('*')
  const rest = others !== undefined && isForbidden(others)
  const lower = new Set(ids(!rest).map((id) => id.toLowerCase()))
  const field = 'sys.contentTypeId'
  return {
    some: rest || lower.size > 0,
    // When every unnamed type is guarded, `lower` lists the named types that are not.
    isGuarded: (contentTypeId, dataFormat) =>
      rest && dataFormat === 'asset'
        ? named.some((mapping) => mapping.contentTypeId === contentTypeId && isForbidden(mapping))
        : lower.has(contentTypeId.toLowerCase()) !== rest,
    condition: rest ? { field, in: ids(false) } : { not: { field, in: ids(true) } },
  }
}

const NONE: GuardedTypes = { some: false, isGuarded: () => false, condition: {} }

/** A guarded entry without its fields: id and content type only. */
const VISIBLE_SYS = ['id', 'contentTypeId', 'language', 'dataFormat'] as const

/**
 * An answer without the fields of guarded entries at any depth: linked, in a list, at a node. An answer without guarded entries is
 * returned as the same object, so that menus and page models cached for that object stay in use.
 */
export function withoutGuarded(value: unknown, types: Pick<GuardedTypes, 'isGuarded'>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withoutGuarded(item, types))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isObject(value)) return value
  const { sys } = value
  if (isObject(sys) && isHidden(sys, types)) return { sys: only(sys) }
  const members = Object.entries(value).map(
    ([name, member]) => [name, withoutGuarded(member, types)] as const,
  )
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value
}

/** Whether an answer is itself a guarded entry. */
export const isGuardedEntry = (value: unknown, types: Pick<GuardedTypes, 'isGuarded'>): boolean =>
  isObject(value) && isObject(value['sys']) && isHidden(value['sys'], types)

/** An entry without a content type is hidden, since its type may be guarded. */
const isHidden = (
  { contentTypeId, dataFormat }: UnknownObject,
  { isGuarded }: Pick<GuardedTypes, 'isGuarded'>,
): boolean => typeof contentTypeId !== 'string' || isGuarded(contentTypeId, dataFormat)

const only = (sys: UnknownObject): UnknownObject =>
  Object.fromEntries(VISIBLE_SYS.flatMap((name) => (name in sys ? [[name, sys[name]]] : [])))

/**
 * A client whose answers have no fields of entries that the visitor may not read: linked entries, search results and lists
 * included. So access is decided before anything is put in state, by one rule for every remote. The id and type of such an entry
 * remain: the route uses them to ask for a sign-in. `language` is used for a list that names none. Source: specification 4 and 6.
 */
export function guardedClient(client: ContentClient, types: GuardedTypes, language: string): ContentClient {
  if (!types.some) return client
  const open = async <T>(answer: Promise<T>): Promise<T> => withoutGuarded(await answer, types) as T
  return {
    nodeByPath: (path, options) => open(client.nodeByPath(path, options)),
    nodeById: (nodeId, options) => open(client.nodeById(nodeId, options)),
    parent: (nodeId, options) => open(client.parent(nodeId, options)),
    rootNode: (options) => open(client.rootNode(options)),
    ancestors: (nodeId, options) => open(client.ancestors(nodeId, options)),
    children: (nodeId, options) => open(client.children(nodeId, options)),
    siblings: (nodeId, options) => open(client.siblings(nodeId, options)),
    nodeOfEntry: (entryId, options) => open(client.nodeOfEntry(entryId, options)),
    entry: (id, options) => open(client.entry(id, options)),
    // Excluded before results are counted and paged, not removed from a page of results.
    search: (query) =>
      open(client.search({ ...query, where: [...query.where, types.condition as JsonObject] })),
    // By search, for the same reason.
    entries: (query) => open(client.search(searchFor({ language, ...query }, types))),
    resolveLinks: (entries, options) => open(client.resolveLinks(entries, options)),
    contentType: (contentTypeId) => client.contentType(contentTypeId),
    taxonomyNode: (key, options) => client.taxonomyNode(key, options),
    taxonomyNodeByPath: (path, options) => client.taxonomyNodeByPath(path, options),
    formMap: (contentId, options) => client.formMap(contentId, options),
    formContentType: (formId, options) => client.formContentType(formId, options),
    countAnswers: (question) => client.countAnswers(question),
  }
}

/** The search that finds the entries of a list, without guarded ones. */
function searchFor(
  { contentTypeId, language, versionStatus, pageSize = DEFAULT_PAGE_SIZE, ...query }: ListQuery,
  { condition }: GuardedTypes,
): SearchQuery {
  const wanted = {
    'sys.contentTypeId': contentTypeId,
    'sys.language': language,
    'sys.versionStatus': versionStatus,
  }
  const where = Object.entries(wanted).flatMap(([field, equalTo]) => (equalTo ? [{ field, equalTo }] : []))
  return { ...query, pageSize, where: [...where, condition as JsonObject] }
}

/**
 * Whether a user belongs to the site's staff: decided by the groups that the platform reports, by id or name. The `isStaff`
 * flag of a user follows the email's domain and is never an input here. Source: reference security 1.13.
 */
export const isStaffMember = (user: Pick<User, 'groups'> | null, staffGroups: readonly string[]): boolean =>
  user !== null && user.groups.some(({ id, name }) => staffGroups.includes(id) || staffGroups.includes(name))

/** Whether a user may change live releases: staff in one of the site's release groups. */
export const mayRelease = (
  session: Session | null,
  { staffGroups, releaseGroups }: Pick<SiteConfig, 'staffGroups' | 'releaseGroups'>,
): session is Session =>
  isStaffMember(session?.user ?? null, staffGroups) && isStaffMember(session?.user ?? null, releaseGroups)
