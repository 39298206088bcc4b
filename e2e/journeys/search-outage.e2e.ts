import { startCountingProxy, type CountingProxy } from '../support/counting-proxy.ts'
import { TEST_LIMITS } from '../support/limits.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated, isMarked, markDocument } from '../support/visit.ts'

const SLOT_DEADLINE_MS = 3_000
/** One answer comes in time; a second one after it does not. */
const SLOW_MS = 1_700

let proxy: CountingProxy
let shell: TestShell

test.describe('search on a platform that is slow or hangs (decision 0103)', () => {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    proxy = await startCountingProxy(0)
    const limits = { ...TEST_LIMITS, slotDeadlineMs: SLOT_DEADLINE_MS }
    shell = await startShell({ platform: proxy.url, options: () => ({ limits }) })
  })
  test.afterAll(async () => {
    await shell?.stop()
    await proxy?.stop()
  })
  test.afterEach(() => proxy.delay(0))

  const load = async (path: string) => {
    const answer = await fetch(`${shell.url}${path}`, { headers: { accept: 'text/html' } })
    return { answer, html: await answer.text() }
  }
  const boxOf = (html: string) => /<input(?=[^>]*\bid="search-term")[^>]*>/.exec(html)?.[0]

  test('a search without an answer shows an error page with the term in its box, which is not cached', async () => {
    await load('/search?term=council')
    proxy.delay(Infinity)
    const { answer, html } = await load('/search?term=hedgehog')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('The search did not work')
    expect(boxOf(html)).toContain('value="hedgehog"')
  })

  test('an unknown word has no results, cached only briefly, when the answer about similar words is too late', async () => {
    await load('/search?term=council')
    proxy.delay(SLOW_MS)
    const { answer, html } = await load('/search?term=herona')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('surrogate-control')).toBe('max-age=30')
    expect(html).toContain('Nothing was found for “herona”')
  })

  test('in the browser the earlier results, the filters and the typed word stay, and another try gives the results', async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(503))
    await page.goto(`${shell.url}/search?term=council`)
    await hydrated(page, 'main')
    await markDocument(page)
    const main = page.getByRole('main')
    const box = main.getByRole('combobox', { name: 'Search this site' })
    const first = await main.locator('[data-results] a').first().textContent()
    proxy.delay(Infinity)
    await box.fill('recycling')
    await box.press('Enter')
    await expect(page).toHaveURL(/term=recycling/)
    await expect(main.getByRole('alert')).toContainText('The search did not work')
    await expect(box).toHaveValue('recycling')
    const earlier = main.getByRole('region', { name: 'Results of your previous search' })
    await expect(earlier.getByRole('link').first()).toHaveText(first ?? '')
    await expect(main.getByRole('navigation', { name: 'Kinds of results' })).toBeVisible()

    proxy.delay(0)
    // The shell leaves a platform alone for a short time after many failures.
    await expect(async () => {
      await main.getByRole('link', { name: 'Try again' }).click()
      await expect(main.getByRole('heading', { level: 2, name: /^\d+ results/ })).toBeVisible({
        timeout: 4_000,
      })
    }).toPass()
    await expect(main.getByRole('alert')).toHaveCount(0)
    expect(await isMarked(page), 'all of it in one document').toBe(true)
  })
})
