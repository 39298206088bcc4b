import { proxyError, requestError } from '../errors.ts'

/** What of the delivery API may be asked for through the site. */
export interface DeliveryQuestion {
  readonly method: string
  /** Canonical, decoded once. */
  readonly path: string
  readonly query: URLSearchParams
  /** Of a search that is posted. */
  readonly body?: unknown
}

/** Conditions lie within each other; nobody asks a real question deeper than this. */
const MAX_DEPTH = 64

/**
 * Let a question to the delivery API pass only if it reads published content of this site's own projects: GET and HEAD of
 * anything there, POST of a search. Source: reference security 1.10, D9.
 * @throws AppError request/method, request/malformed, proxy/not-allowed
 */
export function checkDeliveryQuestion(
  { method, path, query, body }: DeliveryQuestion,
  projectIds: readonly string[],
): void {
  const [, , , area, projectId, ...rest] = path.split('/')
  if (area !== 'projects' || !projectIds.includes(projectId ?? '')) throw proxyError('proxy/not-allowed')
  if (method === 'POST' && !/(^|\/)entries\/search$/.test(rest.join('/')))
    throw requestError('request/method')
  for (const [name, value] of query) {
    const lower = name.toLowerCase()
    if (lower === 'versionstatus' && value.toLowerCase() !== 'published')
      throw proxyError('proxy/not-allowed')
    if (lower === 'where') checkConditions(parseJson(value), 0)
    if (lower === 'zenql') checkZenql(value)
  }
  if (method === 'POST') checkConditions(body, 0)
}

/** A version status may be named in a search too; ours has to be the only one. */
function checkConditions(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw requestError('request/malformed')
  const condition = value as Readonly<Record<string, unknown>>
  if (isVersionStatus(condition['field']) && !asksForPublished(condition))
    throw proxyError('proxy/not-allowed')
  for (const [name, member] of Object.entries(condition)) {
    if (name.toLowerCase() === 'zenql' && typeof member === 'string') checkZenql(member)
    else checkConditions(member, depth + 1)
  }
}

const isVersionStatus = (field: unknown): boolean =>
  typeof field === 'string' && field.trim().toLowerCase() === 'sys.versionstatus'

const asksForPublished = ({ field: _field, ...operators }: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(operators).every(([name, value]) => name === 'equalTo' && value === 'published')

/** Its grammar is not ours to read: what speaks of version status at all is refused. */
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
