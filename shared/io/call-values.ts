import type { ClientOptions, NodeOptionsForCall, SearchQuery } from '../contract/index.ts'
import { contentError } from './errors.ts'

/** Largest page of a search. Source: reference delivery-api, Limits. */
const MAX_PAGE_SIZE = 10_000

/** A message of specification 5, Content client, as an error. */
export const invalidCall = (message: string) => contentError('content/invalid-call', { message })

/**
 * One segment of an address. The npm client puts values into addresses as they are, and with `String.replace`, where `$&` has a
 * meaning; null for what no id or slug can be, above all a step up the tree.
 */
export const segment = (value: string): string | null =>
  value === '' || value === '.' || value === '..' || value.includes('\0') ? null : encodeURIComponent(value)

/** A decoded path, encoded segment by segment; null when it cannot be the path of a node. */
export function nodePath(path: string): string | null {
  if (path === '/') return path
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(segment)
  return segments.includes(null) ? null : `/${segments.join('/')}`
}

/** The options of a node call as the npm client names them; no limits means the entry's id alone. */
export function nodeOptions({ depth, entryLimits, ...options }: NodeOptionsForCall) {
  const limits = entryLimits && {
    entryFields: entryLimits.fields?.length ? [...entryLimits.fields] : ['*'],
    entryLinkDepth: entryLimits.linkDepth ?? 0,
    entryFieldLinkDepths: { ...entryLimits.fieldLinkDepths },
  }
  return { ...callOptions(options), ...(depth === undefined ? {} : { depth }), ...limits }
}

/** Language and version status where the caller names them; the request's own stand otherwise. */
export const callOptions = ({ language, versionStatus }: ClientOptions) => ({
  ...(language === undefined ? {} : { language }),
  ...(versionStatus === undefined ? {} : { versionStatus }),
})

/**
 * A search as the npm client takes it: plain data, so that it turns no text into dates. It drops the version status of searches,
 * therefore it is a condition here, unless the query has its own.
 * @throws AppError content/invalid-call
 */
export function searchQuery(query: SearchQuery, versionStatus: string) {
  const { pageIndex = 0, pageSize = 20, where, orderBy, fields, fieldLinkDepths, aggregations } = query ?? {}
  const isValid =
    Array.isArray(where) && isWhole(pageIndex, 0, Infinity) && isWhole(pageSize, 1, MAX_PAGE_SIZE)
  if (!isValid) throw invalidCall('A valid query needs to be specified.')
  const hasStatus = JSON.stringify(where).includes('"sys.versionStatus"')
  return {
    where: hasStatus ? where : [...where, { field: 'sys.versionStatus', equalTo: versionStatus }],
    pageIndex,
    pageSize,
    ...(orderBy?.length ? { orderBy: [...orderBy] } : {}),
    ...(fields?.length ? { fields: [...fields] } : {}),
    ...(fieldLinkDepths ? { fieldLinkDepths: { ...fieldLinkDepths } } : {}),
    ...(aggregations ? { aggregations } : {}),
  }
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
