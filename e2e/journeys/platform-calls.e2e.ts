import {
  countRounds,
  startCountingProxy,
  type CountingProxy,
  type PlatformCall,
} from '../support/counting-proxy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { contentPaths } from '../support/demo-content.ts'
import { PAGE_KINDS, PLAIN_PAGE } from '../support/pages.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { answeredWith, expect, test } from '../support/test.ts'

let proxy: CountingProxy
let shell: TestShell

test.describe('calls to the platform', () => {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    proxy = await startCountingProxy()
    shell = await startShell({ platform: proxy.url })
  })
  test.afterAll(async () => {
    await shell?.stop()
    await proxy?.stop()
  })

  const load = async (path: string) => {
    proxy.reset()
    const answer = await fetch(`${shell.url}${path}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    const html = await answer.text()
    return { status: answer.status, html, calls: proxy.calls() }
  }

  test('the first content page after a start takes at most four calls in two rounds', async () => {
    const { status, calls } = await load(PLAIN_PAGE)
    const list = calls.map(({ address }) => address).join('\n')
    expect(status).toBe(200)
    expect(calls.length, list).toBeGreaterThan(0)
    expect(calls.length, list).toBeLessThanOrEqual(4)
    expect(countRounds(calls), list).toBeLessThanOrEqual(2)
  })

  test('the same page again makes no call, neither as a document nor as state', async () => {
    expect((await load(PLAIN_PAGE)).calls).toEqual([])
    const state = await load(`${PLAIN_PAGE}?redux=true`)
    expect(JSON.parse(state.html)).toMatchObject({ routing: { statusCode: 200 } })
    expect(state.calls).toEqual([])
  })

  test('another content page of a known kind takes at most four calls in two rounds', async () => {
    const { status, calls } = await load('/services/housing/repairs')
    expect(status).toBe(200)
    expect(calls.length).toBeLessThanOrEqual(4)
    expect(countRounds(calls), calls.map(({ address }) => address).join('\n')).toBeLessThanOrEqual(2)
  })

  for (const { path, lists, most } of [
    { path: '/', lists: 2, most: 5 },
    { path: '/news?year=2025-01-01--2025-12-31', lists: 1, most: 4 },
    { path: '/planning/applications', lists: 1, most: 3 },
    { path: '/services/environment', lists: 1, most: 5 },
  ])
    test(`${path} reads its lists at the same time as its own data: no further round, and one search each`, async () => {
      const { status, calls } = await load(path)
      const list = calls.map(({ address }) => address).join('\n')
      expect(status).toBe(200)
      expect(countRounds(calls.filter((call) => !isTree(call))), list).toBeLessThanOrEqual(2)
      expect(calls.length, list).toBeGreaterThan(lists)
      expect(calls.filter((call) => !isTree(call)).length, list).toBeLessThanOrEqual(most)
    })

  for (const path of [
    '/search?term=xyzzyq',
    '/search/events?term=qwxyz',
    '/search?term=bins',
    '/search/news?term=bins&topic=0/1/5',
  ])
    test(`${path} takes at most four calls in two rounds, none of them twice, without a cache`, async () => {
      const shellOfItsOwn = await startShell({ platform: proxy.url })
      try {
        await fetch(`${shellOfItsOwn.url}${PLAIN_PAGE}`)
        proxy.reset()
        const answer = await fetch(`${shellOfItsOwn.url}${path}`, { headers: { accept: 'text/html' } })
        expect([answer.status, await answer.text()]).toEqual([
          200,
          expect.stringContaining('id="search-count"'),
        ])
        const calls = proxy.calls().filter((call) => !isTree(call))
        const list = calls.map(({ address }) => decodeURIComponent(address)).join('\n')
        expect(calls.length, list).toBeGreaterThan(1)
        expect(calls.length, list).toBeLessThanOrEqual(4)
        expect(countRounds(calls), list).toBeLessThanOrEqual(2)
        expect(new Set(calls.map(({ address }) => address)).size).toBe(calls.length)
      } finally {
        await shellOfItsOwn.stop()
      }
    })

  test('no page of any kind makes the same call twice', async () => {
    for (const { path, kind } of PAGE_KINDS) {
      const addresses = (await load(path)).calls.map(({ address }) => address)
      expect(addresses.toSorted(), kind).toEqual([...new Set(addresses)].toSorted())
    }
  })

  test('with the platform down a page that is not cached is an error page, which is not cached and passes the accessibility check', async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(500))
    proxy.fail(true)
    const response = await page.goto(`${shell.url}/your-council/jobs`)
    expect(response?.status()).toBe(500)
    expect(response?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('heading', { level: 1, name: 'Sorry, something went wrong' })).toBeVisible()
    await expect(page.getByText('please quote')).toBeVisible()
    await expectAccessible(page)
    proxy.fail(false)
  })
})

/** The navigation tree is read once for all pages, and cached with a lifetime of its own. */
const isTree = ({ address }: PlatformCall): boolean => /\/nodes\/root\?(?!.*entryFields)/.test(address)

test('no content page of the demonstration site reads more than 40 KB from the platform without a cache', async () => {
  test.setTimeout(240_000)
  const counting = await startCountingProxy(0)
  const own = await startShell({ platform: counting.url })
  try {
    const paths = await contentPaths()
    expect(paths.length).toBeGreaterThan(500)
    const read = []
    for (const path of paths) {
      counting.reset()
      const answer = await fetch(`${own.url}${path}`, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      })
      await answer.text()
      const calls = counting.calls().filter((call) => !isTree(call))
      const bytes = calls.reduce((sum, call) => sum + call.bytes, 0)
      if (answer.status === 200) read.push({ path, bytes, calls: calls.length })
    }
    expect(read.length).toBeGreaterThan(500)
    expect(read.every(({ bytes }) => bytes > 0)).toBe(true)
    expect(read.filter(({ bytes }) => bytes > 40 * 1024)).toEqual([])
  } finally {
    await own.stop()
    await counting.stop()
  }
})
