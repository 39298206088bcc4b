import { countRounds, startCountingProxy, type CountingProxy } from '../support/counting-proxy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { PAGE_KINDS, PLAIN_PAGE } from '../support/pages.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { answeredWith, expect, test } from '../support/test.ts'

let proxy: CountingProxy
let shell: TestShell

test.describe('what is asked of the platform', () => {
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

  test('the same page again asks nothing, neither as a document nor as state', async () => {
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

  test('no page of any kind asks for the same thing twice', async () => {
    for (const { path, kind } of PAGE_KINDS) {
      const addresses = (await load(path)).calls.map(({ address }) => address)
      expect(addresses.toSorted(), kind).toEqual([...new Set(addresses)].toSorted())
    }
  })

  test('with the platform down a new page is an error that says so, is not kept, and passes the accessibility check', async ({
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
