import { createChangeLog, createPublicPages } from './page-cache.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { PageAnswer } from '../http/caching-headers.ts'
import { createPageStore } from './page-store.server.ts'

const FRESH_MS = 5_000
const RELEASES = {} as ReleaseSnapshot

/** A page cache for which the test decides what is rendered, with a clock that the test moves. */
function aSite({ freshMs = FRESH_MS, maxEntries = 100, maxBytes = 1_000_000 } = {}) {
  let time = 1_000
  let wall = Date.UTC(2026, 10, 23, 23, 59, 58)
  let stamp = 'r1'
  let makings = 0
  let answer: () => Promise<PageAnswer> | PageAnswer = () => aPage()
  const store = createPageStore({ maxEntries, maxBytes, alias: 'site' })
  const pages = createPublicPages({
    store,
    changes: createChangeLog(),
    alias: 'site',
    freshMs,
    stampFor: () => stamp,
    now: () => time,
    wallClock: () => wall,
  })
  const get = (
    key = '/a',
    { hasQuery = false, signal = new AbortController().signal, releases = RELEASES } = {},
  ) =>
    pages.answer({
      key,
      hasQuery,
      releases,
      signal,
      make: async () => {
        makings += 1
        return answer()
      },
    })
  return {
    store,
    pages,
    get,
    /** The cache status of a page, and its body. */
    see: async (key?: string) => {
      const { how, page } = await get(key)
      return `${how} ${page.bodies.identity?.toString() ?? ''}`
    },
    wait(ms: number) {
      time += ms
      wall += ms
    },
    release: (next: string) => (stamp = next),
    say: (next: typeof answer) => (answer = next),
    makings: () => makings,
  }
}

const aPage = (given: Partial<PageAnswer> = {}): PageAnswer => ({
  status: 200,
  headers: {},
  body: 'one',
  cacheClass: 'page',
  keys: ['e1'],
  apps: ['shell'],
  ...given,
})
const failure = aPage({ status: 503, cacheClass: 'failed', body: 'sorry', keys: [] })
/** Wait until the background work is done. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a page for everybody (reference security 4.1)', () => {
  it('is made once while it is fresh', async () => {
    const site = aSite()
    expect(await site.see()).toBe('made one')
    site.say(() => aPage({ body: 'two' }))
    site.wait(FRESH_MS - 1)
    expect(await site.see()).toBe('hit one')
    expect(site.makings()).toBe(1)
  })

  it('is made anew before it is shown once what it says has stopped being true, at midnight too', async () => {
    const site = aSite()
    const midnight = Date.UTC(2026, 10, 24)
    site.say(() => aPage({ validUntil: midnight }))
    expect(await site.see()).toBe('made one')
    site.wait(1_999)
    expect(site.pages.fresh('/a', RELEASES)).toBeDefined()
    expect(await site.get()).toMatchObject({ how: 'hit', leftMs: 1 })
    site.wait(1)
    expect(site.pages.fresh('/a', RELEASES)).toBeUndefined()
    site.say(async () => {
      await settle()
      return aPage({ body: 'two', validUntil: midnight + 86_400_000 })
    })
    expect(await site.see()).toBe('made two')
    expect(await site.see()).toBe('hit two')
  })

  it('is shown when it is no longer true only where it cannot be made anew', async () => {
    const site = aSite()
    site.say(() => aPage({ validUntil: Date.UTC(2026, 10, 24) }))
    await site.get()
    site.wait(2_000)
    site.say(() => failure)
    expect(await site.see()).toBe('stale one')
    site.wait(1_000)
    site.say(() => aPage({ body: 'two' }))
    expect(await site.see()).toBe('made two')
  })

  it('is shown once more when it is stale, and is made anew meanwhile', async () => {
    const site = aSite()
    await site.get()
    site.say(() => aPage({ body: 'two' }))
    site.wait(FRESH_MS)
    expect(await site.see()).toBe('stale one')
    await settle()
    expect(await site.see()).toBe('hit two')
    expect(site.makings()).toBe(2)
  })

  it('is waited for when it is long past its time', async () => {
    const site = aSite()
    await site.get()
    site.say(() => aPage({ body: 'two' }))
    site.wait(FRESH_MS + 60_000)
    expect(await site.see()).toBe('made two')
  })

  it.each<[string, () => PageAnswer | Promise<PageAnswer>]>([
    ['fails', () => failure],
    ['is refused', () => Promise.reject(new Error('busy'))],
    ['does not come', () => new Promise<PageAnswer>(() => undefined)],
  ])('is shown from before when its making %s, for a day', async (_what, making) => {
    const site = aSite()
    await site.get()
    site.say(making)
    site.wait(23 * 3_600_000)
    expect(await site.see()).toBe('stale one')
  })

  it('that failed a moment ago is not rendered again at once', async () => {
    const site = aSite()
    await site.get()
    site.say(() => failure)
    site.wait(3_600_000)
    for (let visit = 0; visit < 10; visit += 1) expect(await site.see()).toBe('stale one')
    expect(site.makings()).toBe(2)
    site.wait(1_001)
    site.say(() => aPage({ body: 'well again' }))
    expect(await site.see()).toBe('made well again')
  })

  it('that cannot be made and was never kept fails', async () => {
    const site = aSite()
    site.say(() => failure)
    expect((await site.get()).page.answer.status).toBe(503)
    site.say(() => Promise.reject(new Error('busy')))
    await expect(site.get()).rejects.toThrow('busy')
    expect(site.store.size).toBe(0)
  })

  it('is made once for everybody who asks at the same time', async () => {
    const site = aSite()
    const { promise, resolve } = Promise.withResolvers<PageAnswer>()
    site.say(() => promise)
    const visits = Array.from({ length: 50 }, () => site.see())
    resolve(aPage())
    expect(new Set(await Promise.all(visits))).toEqual(new Set(['made one']))
    expect(site.makings()).toBe(1)
  })

  it('is rendered to its end while a request waits for it, and aborted when none does', async () => {
    const site = aSite()
    const ends: AbortSignal[] = []
    const visit = (signal: AbortSignal) =>
      site.pages.answer({
        key: '/slow',
        hasQuery: false,
        releases: RELEASES,
        signal,
        make: (end) => {
          ends.push(end)
          return new Promise<PageAnswer>(() => undefined)
        },
      })
    const [first, second] = [new AbortController(), new AbortController()]
    const waiting = [visit(first.signal), visit(second.signal)].map((one) => one.catch(() => 'left'))
    first.abort()
    expect(ends).toHaveLength(1)
    expect(ends[0]?.aborted).toBe(false)
    second.abort()
    expect(ends[0]?.aborted).toBe(true)
    expect(await Promise.all(waiting)).toEqual(['left', 'left'])
  })

  it.each<[string, Partial<PageAnswer>]>([
    ['has a part missing', { cacheClass: 'partial' }],
    ['belongs to one visitor', { cacheClass: 'private' }],
    ['is an error', { cacheClass: 'failed', status: 500 }],
  ])('that %s is not kept', async (_what, given) => {
    const site = aSite()
    site.say(() => aPage(given))
    await site.get()
    expect(site.store.size).toBe(0)
  })

  it('that has become private is no longer served to others', async () => {
    const site = aSite()
    await site.get()
    site.wait(FRESH_MS + 60_000)
    site.say(() => aPage({ status: 302, cacheClass: 'private', body: '' }))
    expect((await site.get()).page.answer.status).toBe(302)
    expect(site.store.size).toBe(0)
  })

  it('is not kept at all where nothing is to be kept', async () => {
    const site = aSite({ freshMs: 0 })
    await site.get()
    await site.get()
    expect(site.makings()).toBe(2)
    expect(site.store.size).toBe(0)
  })

  it('is made anew when a release that made it is no longer live', async () => {
    const site = aSite()
    await site.get()
    site.release('r2')
    site.say(() => aPage({ body: 'by r2' }))
    expect(await site.see()).toBe('made by r2')
  })

  it('is not awaited from a release that is no longer live: a visitor who comes after the new one gets its page', async () => {
    const site = aSite()
    const { promise, resolve } = Promise.withResolvers<PageAnswer>()
    site.say(() => promise)
    const before = site.get()
    site.release('r2')
    site.say(() => aPage({ body: 'by r2' }))
    const after = await site.get('/a', { releases: { ...RELEASES } })
    expect(after.page.bodies.identity?.toString()).toBe('by r2')
    resolve(aPage())
    expect((await before).page.bodies.identity?.toString()).toBe('one')
  })
})

describe('a page that is not there (reference security 4.2)', () => {
  it('is kept for five seconds, and from its second visitor on', async () => {
    const site = aSite({ freshMs: 60_000 })
    site.say(() => aPage({ status: 404, cacheClass: 'not-found', keys: [] }))
    for (let visit = 0; visit < 4; visit += 1) await site.get()
    expect(site.makings()).toBe(2)
    site.wait(5_000)
    await site.get()
    expect(site.makings()).toBe(3)
  })

  it('is found as soon as anything has been published', async () => {
    const site = aSite()
    site.say(() => aPage({ status: 404, cacheClass: 'not-found', keys: [] }))
    await site.get()
    await site.get()
    expect(site.pages.drop(['e_new'])).toBe(1)
    site.say(() => aPage({ body: 'here now' }))
    expect(await site.see()).toBe('made here now')
  })
})

describe('invented addresses (reference security 3.6, X39)', () => {
  it('do not evict pages without a query: they are cached from their second request on', async () => {
    const site = aSite({ maxEntries: 10 })
    await site.get('/home')
    for (let i = 0; i < 1_000; i += 1) await site.get(`/home?x=${i}`, { hasQuery: true })
    expect(site.store.size).toBe(1)
    expect(await site.see('/home')).toBe('hit one')
    await site.get('/search?term=bins', { hasQuery: true })
    await site.get('/search?term=bins', { hasQuery: true })
    expect(await site.see('/search?term=bins')).toBe('hit one')
  })

  it('keep within the bytes there are', async () => {
    const site = aSite({ maxBytes: 20_000 })
    site.say(() => aPage({ body: 'x'.repeat(3_000) }))
    for (let i = 0; i < 50; i += 1) await site.get(`/${i}`)
    expect(site.store.bytes).toBeLessThanOrEqual(20_000)
    expect(site.store.size).toBeGreaterThan(1)
  })
})

describe('content that changes (reference security 4.3)', () => {
  it('drops the pages that were made from it, and no other', async () => {
    const site = aSite()
    for (let i = 0; i < 20; i += 1) {
      site.say(() => aPage({ keys: [`e${i}`, i < 3 ? 'ct_news' : 'ct_page'] }))
      await site.get(`/${i}`)
    }
    expect(site.pages.drop(['e7'])).toBe(1)
    expect(site.pages.drop(['ct_news', 'e_new'])).toBe(3)
    expect(site.store.size).toBe(16)
  })

  it('keeps no page that was being made from it, nor lets a cache in front keep one', async () => {
    const site = aSite()
    const { promise, resolve } = Promise.withResolvers<PageAnswer>()
    site.say(() => promise)
    const early = site.get()
    await settle()
    site.pages.drop(['e1'])
    site.say(() => aPage({ body: 'new' }))
    expect(await site.see()).toBe('made new')
    resolve(aPage({ body: 'old' }))
    expect((await early).page.answer.cacheClass).toBe('outdated')
    expect(await site.see()).toBe('hit new')
  })

  it('keeps a page that was being made from something else', async () => {
    const site = aSite()
    const { promise, resolve } = Promise.withResolvers<PageAnswer>()
    site.say(() => promise)
    const early = site.get()
    await settle()
    site.pages.drop(['e2'])
    resolve(aPage())
    expect((await early).page.answer.cacheClass).toBe('page')
    expect(await site.see()).toBe('hit one')
  })
})
