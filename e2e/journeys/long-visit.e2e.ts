import type { CDPSession, Page } from '@playwright/test'
import { FORM_PAGE, LONG_FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

/** One page of each kind that could leave something in memory. */
const ROUND = ['/', '/news', FORM_PAGE, '/search?term=bins', LONG_FORM_PAGE, PLAIN_PAGE, '/account/login']
/** Enough navigations to leave some thousand listeners, if each left those of a form. */
const ROUNDS = 16
/** More than any one of these pages has, and less than any two of them. */
const LISTENERS_OF_ONE_PAGE = 400
const NODES_OF_ONE_PAGE = 900

/** The document's listeners and nodes after garbage collection. */
async function countRetained(page: Page, session: CDPSession): Promise<{ listeners: number; nodes: number }> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  return { listeners: metric('JSEventListeners'), nodes: metric('Nodes') }
}

/** Click a link to each page of the round. */
async function goRound(page: Page): Promise<void> {
  for (const path of ROUND) {
    await page.evaluate((href) => {
      const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }))
      link.click()
      link.remove()
    }, path)
    await page.waitForFunction(
      (wanted) =>
        location.pathname + location.search === wanted && !document.querySelector('[data-slot="main"]:empty'),
      path,
    )
    const form = page.locator('[data-slot^="form-"]').first()
    if (path === FORM_PAGE || path === LONG_FORM_PAGE)
      await expect(form.locator('button[type="submit"]').first()).toBeEnabled()
  }
}

test('a long visit keeps no more listeners and nodes than a short one', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => void (document.documentElement.dataset['visit'] = 'first'))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  for (let n = 0; n < ROUNDS; n += 1) await goRound(page)
  // single-spa's timeouts keep removed pages in memory for some seconds.
  await expect
    .poll(async () => (await countRetained(page, session)).listeners, { intervals: [1_000], timeout: 20_000 })
    .toBeLessThan(LISTENERS_OF_ONE_PAGE)
  expect((await countRetained(page, session)).nodes).toBeLessThan(NODES_OF_ONE_PAGE)
  expect(await page.evaluate(() => document.documentElement.dataset['visit'])).toBe('first')
})
