import { setTimeout as wait } from 'node:timers/promises'
import { readSiteConfig } from '../config/index.ts'
import { until } from '../testing/index.ts'
import { createContentClient } from './content-client.ts'
import type { ContentRequest } from './content-fetch.ts'
import type { PlatformCall } from './platform-call.ts'
import { createPlatformClient } from './platform-client.ts'

const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'http://localhost' }],
  platform: { apiUrl: 'https://api.example', cmsUrl: 'https://cms.example' },
  accessToken: 'published-token',
  siteName: { 'en-GB': 'Larkmoor' },
})

const FRESH_MS = 5_000

/** A platform whose answers all differ, and a clock that stands still. */
function aSite(treeFreshMs = FRESH_MS) {
  const site = { now: 0, asked: 0, status: 200, takesMs: 0 }
  const answer = () => ({
    pageIndex: 0,
    pageSize: 1,
    totalCount: site.asked,
    pageCount: 1,
    items: [],
    key: `${site.asked}`,
    path: 'Root',
    name: `${site.asked}`,
  })
  const platformClient = createPlatformClient({
    transport: {
      async send({ signal }) {
        site.asked += 1
        if (site.takesMs > 0) await wait(site.takesMs, undefined, { signal })
        return {
          status: site.status,
          body: Buffer.from(JSON.stringify(answer())),
          keys: ['k'],
          retryAfter: null,
        }
      },
      close: async () => {},
    },
    limits: { freshMs: 0, treeFreshMs },
    now: () => site.now,
    random: () => 0,
  })
  const clientOf = (request: ContentRequest) => createContentClient({ config, platformClient, request })
  const search = async (request: ContentRequest = {}, isSiteWide = true) =>
    (await clientOf(request).search({ where: [{ field: 'a', equalTo: isSiteWide }], isSiteWide })).totalCount
  const taxonomy = async () => (await clientOf({}).taxonomyNodeByPath('Root'))?.name
  return { site, platformClient, search, taxonomy }
}

/** Waits for the fetch in the background. */
const settled = () => wait(5)

describe('calls that are shared by the whole site (contract 1.13)', () => {
  it('is kept as long as the navigation tree; another search is not', async () => {
    const { site, search, taxonomy } = aSite()
    expect([await search(), await search()]).toEqual([1, 1])
    expect([await search({}, false), await search({}, false)]).toEqual([2, 3])
    expect([await taxonomy(), await taxonomy()]).toEqual(['4', '4'])
    expect(site.asked).toBe(4)
  })

  it('is used for a minute more, while one newer answer is fetched for all who ask', async () => {
    const { site, search } = aSite()
    await search()
    site.now = FRESH_MS
    expect(await Promise.all([search(), search(), search()])).toEqual([1, 1, 1])
    await settled()
    expect(site.asked).toBe(2)
    expect(await search()).toBe(2)
    site.now += FRESH_MS - 1
    await search()
    await settled()
    expect(site.asked).toBe(2)
  })

  it('stays where a newer one cannot be had, which is tried again only when it would be fresh no longer', async () => {
    const { site, search } = aSite()
    await search()
    Object.assign(site, { now: FRESH_MS, status: 404 })
    for (let time = 0; time < 3; time += 1) {
      expect(await search()).toBe(1)
      await settled()
    }
    expect(site.asked).toBe(2)
    Object.assign(site, { now: 2 * FRESH_MS, status: 200 })
    expect(await search()).toBe(1)
    await settled()
    expect(await search()).toBe(3)
  })

  it('is completed although the visitor whose request started it has disconnected', async () => {
    const { site, search } = aSite()
    await search()
    Object.assign(site, { now: FRESH_MS, takesMs: 2 })
    const visit = new AbortController()
    expect(await search({ signal: visit.signal })).toBe(1)
    visit.abort()
    await until(async () => (await search()) === 2)
  })

  it('is dropped by its surrogate keys, and nothing old is kept that was on its way then', async () => {
    const { site, platformClient, search } = aSite()
    await search()
    expect(platformClient.dropByKeys(['k'])).toBe(1)
    expect(await search()).toBe(2)
    site.now = FRESH_MS
    await search()
    platformClient.dropByKeys(['k'])
    await settled()
    expect(platformClient.stats().cached).toBe(0)
  })

  it('is called again for drafts, for signed-in visitors, and where no tree is cached', async () => {
    const { search } = aSite()
    expect([await search({ versionStatus: 'latest' }), await search({ versionStatus: 'latest' })]).toEqual([
      1, 2,
    ])
    expect([await search({ bearerToken: 'a' }), await search({ cookies: 'a=b' })]).toEqual([3, 4])
    const never = aSite(0)
    expect([await never.search(), await never.search()]).toEqual([1, 2])
  })

  it('is waited for again after that minute', async () => {
    const { platformClient, search } = aSite()
    const seen: PlatformCall[] = []
    const watched = { ...platformClient, cached: (call: PlatformCall) => void seen.push(call) }
    const client = createContentClient({ config, platformClient: watched, request: {} })
    await client.search({ where: [], isSiteWide: true })
    expect(seen).toMatchObject([{ freshMs: FRESH_MS, staleMs: 60_000 }])
    const call = { ...(seen[0] as PlatformCall), key: 'short', freshMs: 1, staleMs: 1 }
    await platformClient.fetch(call)
    await settled()
    expect(platformClient.cached(call)).toBeUndefined()
    expect(await search()).toBe(3)
  })
})
