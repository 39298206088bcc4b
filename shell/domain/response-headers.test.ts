import { cachingHeaders, type PageOutcome } from './response-headers.ts'

const outcome = (given: Partial<PageOutcome>): PageOutcome => ({
  responseClass: 'public',
  status: 200,
  isComplete: true,
  keys: ['a_e_1'],
  alias: 'site',
  ...given,
})

describe('caching headers by response class (reference security 4.2)', () => {
  it('keeps a complete public page for an hour with its keys', () => {
    expect(cachingHeaders(outcome({}))).toEqual({
      'cache-control': 'private',
      'surrogate-control': 'max-age=3600',
      'surrogate-key': 'site-app a_e_1',
    })
  })
  it('keeps a page with a missing part for 30 seconds, and any update drops it', () => {
    expect(cachingHeaders(outcome({ isComplete: false }))).toMatchObject({
      'surrogate-control': 'max-age=30',
      'surrogate-key': 'site-app a_e_1 site_any-update',
    })
  })
  it('keeps a 404 for five seconds', () => {
    expect(cachingHeaders(outcome({ status: 404 }))).toMatchObject({
      'surrogate-control': 'max-age=5',
      'surrogate-key': 'site-app site_any-update',
    })
  })
  it('never keeps an error, a preview or anything of an account', () => {
    expect(cachingHeaders(outcome({ status: 503 }))['cache-control']).toBe('no-store')
    expect(cachingHeaders(outcome({ responseClass: 'preview' }))['cache-control']).toBe('private, no-store')
    expect(cachingHeaders(outcome({ responseClass: 'account' }))['surrogate-control']).toBe('no-store')
  })
  it('gives up naming keys when the header would be too long for a cache', () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => `site_e_${index}`)
    expect(cachingHeaders(outcome({ keys }))['surrogate-key']).toBe('site-app site_any-update')
  })
})
