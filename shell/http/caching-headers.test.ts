import {
  answerKeys,
  cacheClassOf,
  cachingHeaders,
  type CacheClass,
  type PageOutcome,
} from './caching-headers.ts'

const outcome = (given: Partial<PageOutcome>): PageOutcome => ({
  responseClass: 'public',
  status: 200,
  isComplete: true,
  ...given,
})
const headersOf = (cacheClass: CacheClass) =>
  cachingHeaders(cacheClass, answerKeys(cacheClass, 'site', ['a_e_1']))

describe('what an answer is to caches (reference security 4.2)', () => {
  it.each<[Partial<PageOutcome>, CacheClass]>([
    [{}, 'page'],
    [{ isComplete: false }, 'partial'],
    [{ status: 404 }, 'not-found'],
    [{ status: 404, isComplete: false }, 'not-found'],
    [{ status: 500 }, 'failed'],
    [{ status: 503, responseClass: 'member' }, 'failed'],
    [{ status: 404, isFailed: true }, 'failed'],
    [{ responseClass: 'member' }, 'private'],
    [{ responseClass: 'member', status: 404 }, 'private'],
    [{ responseClass: 'preview' }, 'private'],
    [{ responseClass: 'account' }, 'private'],
    [{ responseClass: 'error' }, 'private'],
  ])('%j is %s', (given, cacheClass) => {
    expect(cacheClassOf(outcome(given))).toBe(cacheClass)
  })
})

describe('caching headers by class (specification 9; reference security 4.2)', () => {
  it.each<[CacheClass, string, string, string | undefined]>([
    ['page', 'private', 'max-age=3600', 'site-app a_e_1'],
    ['partial', 'private', 'max-age=30', 'site-app a_e_1 site_any-update'],
    ['stale', 'private', 'max-age=30', 'site-app a_e_1 site_any-update'],
    ['outdated', 'private', 'no-store', undefined],
    ['not-found', 'private', 'max-age=5', 'site-app site_any-update'],
    ['redirect', 'private', 'max-age=3600', 'site-app'],
    ['private', 'private, no-store', 'no-store', undefined],
    ['failed', 'no-store', 'no-store', undefined],
    ['file', 'public, max-age=31536000, immutable', 'public, max-age=31536000, immutable', undefined],
  ])('are those of class %s', (cacheClass, cacheControl, surrogateControl, keys) => {
    expect(headersOf(cacheClass)).toEqual({
      'cache-control': cacheControl,
      'surrogate-control': surrogateControl,
      ...(keys && { 'surrogate-key': keys }),
    })
  })
})
