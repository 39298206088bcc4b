import { setTimeout as wait } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { readSiteConfig } from '../config/index.ts'
import { toAppError } from '../contract/index.ts'
import { until } from '../testing/index.ts'
import { createContentClient } from './content-client.ts'
import type { ContentRequest } from './content-fetch.ts'
import { createPlatformClient } from './platform-client.ts'

const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'http://localhost' }],
  platform: { apiUrl: 'https://api.example', cmsUrl: 'https://cms.example' },
  accessToken: 'published-token',
  siteName: { 'en-GB': 'Larkmoor' },
})

const WAIT_MS = 50
const FRESH_MS = 5_000

/** A platform that answers with the number of the call as soon as `answer` is called, and a clock that stands still. */
function aSlowPlatform(treeFreshMs = FRESH_MS) {
  const site = { now: 0, asked: 0, aborted: 0, isSlow: true }
  let answer = () => {}
  const platformClient = createPlatformClient({
    transport: {
      async send({ signal }) {
        site.asked += 1
        const id = `${site.asked}`
        if (site.isSlow)
          await new Promise<void>((resolve, reject) => {
            answer = resolve
            signal.addEventListener('abort', () => {
              site.aborted += 1
              reject(signal.reason)
            })
          })
        return {
          status: 200,
          body: Buffer.from(JSON.stringify({ id, path: '/' })),
          keys: [],
          retryAfter: null,
        }
      },
      close: async () => {},
    },
    limits: { optionalDeadlineMs: WAIT_MS, treeFreshMs },
    now: () => site.now,
  })
  const tree = (request: ContentRequest = {}) =>
    createContentClient({ config, platformClient, request })
      .rootNode({ depth: 2 })
      .then(
        ({ id }) => id,
        (thrown: unknown) => toAppError(thrown).code,
      )
  return { site, platformClient, tree, answer: () => answer() }
}

describe('a navigation tree that takes longer than pages wait for it', () => {
  afterEach(() => void jest.useRealTimers())

  it('is there for the next pages: one call for all of them, for which only the first ones wait', async () => {
    const { site, tree, answer } = aSlowPlatform()
    expect(await Promise.all([tree(), tree()])).toEqual(['content/timeout', 'content/timeout'])
    jest.useFakeTimers() // no time passes: a page that waited would never end
    for (let page = 0; page < 10; page += 1) expect(await tree()).toBe('content/timeout')
    jest.useRealTimers()
    answer()
    await until(async () => (await tree()) === '1')
    expect(site).toMatchObject({ asked: 1, aborted: 0 })
  })

  it('is used for a minute more, while a newer one is fetched that nobody waits for', async () => {
    const { site, tree, answer } = aSlowPlatform()
    await tree()
    answer()
    await until(async () => (await tree()) === '1')
    site.now = FRESH_MS
    expect([await tree(), await tree()]).toEqual(['1', '1'])
    await wait(WAIT_MS * 2)
    answer()
    await until(async () => (await tree()) === '2')
    expect(site).toMatchObject({ asked: 2, aborted: 0 })
  })

  it('is asked for again after a publish: the call from before is ended, and the next one is waited for', async () => {
    const { site, platformClient, tree } = aSlowPlatform()
    await tree()
    platformClient.dropByKeys(['any'])
    expect(site.aborted).toBe(1)
    const before = tree()
    await until(() => site.asked === 2)
    platformClient.dropByKeys(['any'])
    expect(await before).toBe('content/timeout')
    site.isSlow = false
    expect(await tree()).toBe('3')
    expect(site).toMatchObject({ asked: 3, aborted: 2 })
  })

  it('is still ended when its visitor leaves early, and at the deadline where its answer is not kept', async () => {
    const { site, tree } = aSlowPlatform()
    const visit = new AbortController()
    const left = tree({ signal: visit.signal })
    await until(() => site.asked === 1)
    visit.abort()
    expect(await left).toBe('content/aborted')
    expect(await tree({ bearerToken: 'a' })).toBe('content/timeout')
    expect(site).toMatchObject({ asked: 2, aborted: 2 })
    const uncached = aSlowPlatform(0)
    expect(await uncached.tree()).toBe('content/timeout')
    expect(uncached.site.aborted).toBe(1)
  })
})
