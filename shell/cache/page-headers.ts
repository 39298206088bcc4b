import { answerKeys, cachingHeaders } from '../domain/response-headers.ts'
import { isStorable } from './page-store.server.ts'
import { etagOf, type BodyEncoding, type ServedPage } from './stored-page.server.ts'

/** Source: RFC 9211. */
const STATUS: Readonly<Record<ServedPage['how'], string>> = {
  hit: 'shell; hit',
  stale: 'shell; hit; detail=stale',
  made: 'shell; fwd=miss',
}

/** The headers of a page of the public lane in one form of its body, by how it came. */
export function pageHeaders(
  { page, how, ageMs }: ServedPage,
  encoding: BodyEncoding,
  alias: string,
): Readonly<Record<string, string>> {
  const { answer } = page
  const cacheClass = how === 'stale' ? 'stale' : answer.cacheClass
  return {
    ...answer.headers,
    ...cachingHeaders(cacheClass, answerKeys(cacheClass, alias, answer.keys)),
    'cache-status': STATUS[how],
    ...(how === 'stale' && { age: String(Math.round(ageMs / 1_000)) }),
    vary: 'accept-encoding',
    ...(isStorable(answer.cacheClass) && { etag: etagOf(page, encoding) }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
}

/** The same for a visitor who has the page already: nothing that speaks of a body. */
export function notModifiedHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers
  return kept
}
