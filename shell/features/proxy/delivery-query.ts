import { isObject } from '@tessera/shared/content'
import { proxyError, requestError } from '../../errors.ts'
import type { GuardedTypes } from '../../page/access.ts'

/** A request to the delivery API through the site's proxy. */
export interface DeliveryQuery {
  readonly method: string
  /** Canonical, decoded once. */
  readonly path: string
  readonly query: URLSearchParams
  /** Body of a search by POST. */
  readonly body?: unknown
}

/** Greatest nesting depth of conditions. */
const MAX_DEPTH = 64

/**
 * Refuses a request to the delivery API unless it reads published content of this site's own projects: GET and HEAD of
 * any path there, POST only of a search. Source: reference security 1.10, D9.
 * @throws AppError request/method, request/malformed, proxy/not-allowed
 */
export function checkDeliveryQuery(
  { method, path, query, body }: DeliveryQuery,
  projectIds: readonly string[],
): void {
  const [, , , area, projectId, ...rest] = path.split('/')
  if (area !== 'projects' || !projectIds.includes(projectId ?? '')) throw proxyError('proxy/not-allowed')
  if (method === 'POST' && !/(^|\/)entries\/search$/.test(rest.join('/')))
    throw requestError('request/method')
  checkMembers(membersOf({ query, body }))
  for (const [name, value] of query) {
    const lower = name.toLowerCase()
    if (lower === 'versionstatus' && value.toLowerCase() !== 'published')
      throw proxyError('proxy/not-allowed')
    if (lower === 'where') checkConditions(parseJson(value), 0)
    if (lower === 'zenql') checkZenql(value)
  }
  if (method !== 'POST') return
  checkConditions(body, 0)
  // Conditions may also be a JSON text within the JSON body.
  const where = isObject(body) ? body['where'] : undefined
  if (typeof where === 'string') checkConditions(parseJson(where), 0)
}

/** Query and body that are sent to the platform in place of the visitor's. */
export type NarrowedQuery = Pick<DeliveryQuery, 'query' | 'body'>

const PUBLISHED = { field: 'sys.versionStatus', equalTo: 'published' }

/**
 * Narrows a request. Every search by conditions has one more, that what it finds is published: the visitor's own may say so beneath
 * a `not` or an `or`. ZenQL may not mention the version status at all. Searches also exclude entries that only some visitors may read,
 * before counting and ordering. Requests that name the types of such entries, that cannot be narrowed, or whose conditions, order or
 * aggregations follow a link into another entry are refused. Answers with single entries and nodes are filtered later.
 * @throws AppError proxy/not-allowed
 */
export function narrowQuery(asked: DeliveryQuery, types: GuardedTypes): NarrowedQuery {
  const { path, query, body } = asked
  const hasZenql = namesOf(membersOf({ query, body })).includes('zenql')
  if (types.some) checkGuarded(asked, hasZenql, types)
  if (/\/search$/i.test(path) && !hasZenql)
    return narrowSearch({ query, body }, types.some ? [PUBLISHED, types.condition] : [PUBLISHED])
  return { query, ...(body === undefined ? {} : { body }) }
}

function checkGuarded({ path, query, body }: DeliveryQuery, hasZenql: boolean, types: GuardedTypes): void {
  checkFields({ query, body })
  const [, , , , , ...rest] = path.split('/')
  const [area = '', id = ''] = rest
  const isOfType = area.toLowerCase() === 'contenttypes'
  if (isOfType && id !== '' && types.isGuarded(id)) throw proxyError('proxy/not-allowed')
  if (rest.at(-1)?.toLowerCase() === 'entries' && !isOfType) throw proxyError('proxy/not-allowed')
  if (hasZenql) throw proxyError('proxy/not-allowed')
}

function narrowSearch({ query, body }: NarrowedQuery, conditions: readonly unknown[]): NarrowedQuery {
  const asked = new URLSearchParams(query)
  const inQuery = [...query].filter(([name]) => name.toLowerCase() === 'where')
  for (const [name] of inQuery) asked.delete(name)
  const text = inQuery[0]?.[1] ?? '[]'
  if (isObject(body)) {
    const own = body['where'] ?? text
    // The same name in other letters could take the place of the narrowed conditions.
    const others = Object.entries(body).filter(([name]) => name.toLowerCase() !== 'where')
    const where = narrowed(typeof own === 'string' ? parseJson(own) : own, conditions)
    return { query: asked, body: { ...Object.fromEntries(others), where } }
  }
  asked.set('where', JSON.stringify(narrowed(parseJson(text), conditions)))
  return { query: asked }
}

const narrowed = (where: unknown, conditions: readonly unknown[]): readonly unknown[] => [
  ...(Array.isArray(where)
    ? (where as readonly unknown[])
    : where === undefined || where === null
      ? []
      : [where]),
  ...conditions,
]

/**
 * Refuses paths that follow a link: a condition, an order or a bucket would reveal values of the linked entry, which may be guarded.
 * Paths into a component cannot be told from them. @throws AppError proxy/not-allowed, request/malformed
 */
function checkFields({ query, body }: NarrowedQuery): void {
  for (const [name, value] of membersOf({ query, body })) {
    const lower = name.toLowerCase()
    const fields = lower === 'where' || lower === 'aggregations' ? fieldsOf(value, 0) : orderOf(lower, value)
    if (fields.some(isFollowingLink)) throw proxyError('proxy/not-allowed')
  }
}

/**
 * `searchContent` includes the titles and descriptions of linked entries. A backslash may write any letter where the text is read as JSON.
 * Source: reference delivery-api 1.12.
 */
function isFollowingLink(field: string): boolean {
  const path = plainPath(field)
  return /^searchcontent\b|\\/.test(path) || (path.includes('.') && !path.startsWith('sys.'))
}

/** A path may have brackets wherever a list could be. Source: reference delivery-api 1.12. */
const plainPath = (field: string): string => field.replaceAll(/[[\]\s]/g, '').toLowerCase()

/** Every `field` of conditions or aggregations, at any depth; both may be JSON text. */
function fieldsOf(value: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) throw requestError('request/malformed')
  if (typeof value === 'string') return depth === 0 ? fieldsOf(parseJson(value), 1) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: readonly [string, unknown]) =>
    name.toLowerCase() === 'field' ? [String(member)] : fieldsOf(member, depth + 1),
  )
}

const orderOf = (lower: string, value: unknown): readonly string[] =>
  lower === 'order' || lower === 'orderby' ? orderFieldsOf(value, 0) : []

/** The words of an order, the fields among them: the platform may read its text as JSON or as a list separated by commas. */
function orderFieldsOf(value: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) throw requestError('request/malformed')
  if (typeof value === 'string') return value.split(/[,:"{}]/).map((word) => word.trim().replace(/^[+-]/, ''))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((item: unknown) => orderFieldsOf(item, depth + 1))
}

type Member = readonly [name: string, value: unknown]

/** Parameters of the address and members of the body: the platform takes either. */
const membersOf = ({ query, body }: NarrowedQuery): readonly Member[] => [
  ...query,
  ...(isObject(body) ? Object.entries(body) : []),
]

const namesOf = (members: readonly Member[]): readonly string[] => members.map(([name]) => name.toLowerCase())

/**
 * A search with ZenQL is not narrowed, so it must be certain that the platform reads that text, and no conditions in its place.
 * @throws AppError proxy/not-allowed
 */
function checkMembers(members: readonly Member[]): void {
  const names = namesOf(members)
  const isCertain = members.every(
    ([name, value]) => name.toLowerCase() !== 'zenql' || (name === 'zenql' && typeof value === 'string'),
  )
  if (!isCertain || (names.includes('zenql') && names.includes('where')))
    throw proxyError('proxy/not-allowed')
}

/** Refuse conditions about version status that ask for anything but published. @throws AppError proxy/not-allowed */
function checkConditions(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw requestError('request/malformed')
  const condition = value as Readonly<Record<string, unknown>>
  for (const [name, member] of Object.entries(condition)) {
    const lower = name.toLowerCase()
    if (lower === 'field' && isVersionStatus(member) && !asksForPublished(condition))
      throw proxyError('proxy/not-allowed')
    if (lower === 'versionstatus' && member !== 'published') throw proxyError('proxy/not-allowed')
    if (lower === 'zenql' && typeof member === 'string') checkZenql(member)
    else checkConditions(member, depth + 1)
  }
}

const isVersionStatus = (field: unknown): boolean =>
  typeof field === 'string' && plainPath(field) === 'sys.versionstatus'

const asksForPublished = ({ field: _field, ...operators }: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(operators).every(([name, value]) => name === 'equalTo' && value === 'published')

/** ZenQL is not parsed here: a query that mentions version status at all is refused. */
function checkZenql(text: string): void {
  if (/versionstatus/i.test(text)) throw proxyError('proxy/not-allowed')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw requestError('request/malformed', { cause })
  }
}
