import type { FastifyRequest } from 'fastify'
import { isObject, type VersionStatus } from '../domain/content.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import { MAX_LINK_DEPTH, type LinkDepths } from '../domain/link-depths.ts'
import { PlatformError } from '../errors.ts'
import { MAX_FIELD_LENGTH } from '../query/ast.ts'
import type { EntryView } from '../workers/read-tasks.ts'

/** The parameters of a URL by lower-case name; the first one counts when a name is repeated. Unknown ones are ignored. */
export type Params = ReadonlyMap<string, string>

/** The largest page size. Larger ones are reduced to it. Source: protocol 1.3. */
const MAX_PAGE_SIZE = 10_000
const DEFAULT_PAGE_SIZE = 25

/** Read the query string. */
export function readParams(request: FastifyRequest): Params {
  const params = new Map<string, string>()
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    const first = Array.isArray(value) ? value[0] : value
    const key = name.toLowerCase()
    if (first !== undefined && !params.has(key)) params.set(key, first)
  }
  return params
}

const bad = (message: string): never => {
  throw new PlatformError('platform/bad-request', message)
}

/** The largest number that a page's offset can be counted with. */
const MAX_COUNT = 1_000_000_000

/** A whole number that is not negative; one that is too large counts as the largest. Throws `platform/bad-request`. */
export function readCount(value: unknown, name: string, fallback: number): number {
  if (value === undefined || value === null || value === '') return fallback
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 0 && (Number.isInteger(number) || number === Infinity)
    ? Math.min(number, MAX_COUNT)
    : bad(`"${name}" must be a whole number, 0 or more`)
}

/** `versionStatus`; published by default. */
export function readStatus(params: Params): VersionStatus {
  const status = params.get('versionstatus')?.toLowerCase() || 'published'
  return status === 'published' || status === 'latest'
    ? status
    : bad('"versionStatus" must be "published" or "latest"')
}

/** `pageIndex` and `pageSize`. */
export function readPaging(
  pageIndex: unknown,
  pageSize: unknown,
): { readonly pageIndex: number; readonly pageSize: number } {
  return {
    pageIndex: readCount(pageIndex, 'pageIndex', 0),
    pageSize: Math.min(readCount(pageSize, 'pageSize', DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE),
  }
}

/** Parse a parameter that holds JSON. Throws `platform/bad-request`; undefined when it is absent or empty. */
export function readJson(text: string | undefined, name: string): unknown {
  if (text === undefined || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return bad(`"${name}" is not valid JSON`)
  }
}

const MAX_NAMES = 1000

/** A list of names: comma-separated or JSON. */
export function readNames(value: unknown, name: string): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  const list =
    typeof value === 'string'
      ? value.trim().startsWith('[')
        ? readJson(value, name)
        : value.split(',')
      : value
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    return bad(`"${name}" must be a list of names`)
  if (list.some((item) => item.length > MAX_FIELD_LENGTH))
    return bad(`A name in "${name}" can have ${MAX_FIELD_LENGTH} characters at most`)
  return list.length <= MAX_NAMES ? list : bad(`"${name}" can hold ${MAX_NAMES} names at most`)
}

const MAX_FIELD_DEPTHS = 100

/** `linkDepth` and `fieldLinkDepths`, or the parameters of such names. Depths above 10 count as 10. */
export function readDepths(
  depth: unknown,
  fieldDepths: unknown,
  [name, fieldsName] = ['linkDepth', 'fieldLinkDepths'],
): LinkDepths {
  const value = typeof fieldDepths === 'string' ? readJson(fieldDepths, fieldsName) : fieldDepths
  if (value !== undefined && value !== null && !isObject(value))
    return bad(`"${fieldsName}" must be an object of field paths and depths`)
  const pairs = Object.entries(value ?? {})
  if (pairs.length > MAX_FIELD_DEPTHS)
    return bad(`"${fieldsName}" can hold ${MAX_FIELD_DEPTHS} paths at most`)
  return {
    depth: Math.min(readCount(depth, name, 0), MAX_LINK_DEPTH),
    fields: new Map(
      pairs.map(([path, limit]) => [
        path.replaceAll('[]', ''),
        Math.min(readCount(limit, fieldsName, 0), MAX_LINK_DEPTH),
      ]),
    ),
  }
}

/** How entries are shown, from the URL of an entry request. */
export function readEntryView(params: Params): EntryView {
  return {
    limit: readFieldLimit(readNames(params.get('fields'), 'fields')),
    depths: readDepths(params.get('linkdepth'), params.get('fieldlinkdepths')),
  }
}
