import {
  addressOf,
  gzipBytes,
  headLinks,
  inlinedState,
  measureScripts,
  readDocument,
  recordRequests,
  totalBytes,
} from '../support/measure.ts'
import { ALL_PAGES, FORM_PAGE, LONG_FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { expect, siteTest, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const KILOBYTE = 1024

const stateOf = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}redux=true`

const isScriptOfSearch = (address: string): boolean =>
  address.startsWith('/_mfe/mfe-search/') && address.endsWith('.js')

test('a content page without islands is complete with 12 KB of JavaScript, and React is not requested', async ({
  page,
}) => {
  const requests = recordRequests(page)
  await page.goto(PLAIN_PAGE)
  await page.waitForLoadState('networkidle')
  const scripts = await measureScripts(requests)
  expect(scripts.map(({ address }) => address)).toEqual([
    expect.stringMatching(/^\/_shell\/[^/]+\/boot\.[^/]+\.js$/),
  ])
  expect(totalBytes(scripts)).toBeLessThanOrEqual(12 * KILOBYTE)
  expect(
    requests.map(addressOf).filter((address) => address.includes('/_mfe/') && address.endsWith('.js')),
  ).toEqual([])
})

siteTest(
  'the HTML of a content page without islands is at most 6 KB, its state at most 2 KB',
  async ({ request }) => {
    const html = await readDocument(request, PLAIN_PAGE)
    expect(html).toContain('Pay your council tax')
    expect(gzipBytes(html)).toBeLessThanOrEqual(6 * KILOBYTE)
    expect(Buffer.byteLength(inlinedState(html))).toBeGreaterThan(0)
    expect(Buffer.byteLength(inlinedState(html))).toBeLessThanOrEqual(2 * KILOBYTE)
  },
)

for (const { kind, path, language } of ALL_PAGES) {
  siteTest(
    `the inlined state is under a quarter of the document, and nothing in it is styled inline: ${kind} (${language})`,
    async ({ request }) => {
      const html = await readDocument(request, path)
      const share = Buffer.byteLength(inlinedState(html)) / Buffer.byteLength(html)
      expect(share).toBeGreaterThan(0)
      expect(share).toBeLessThan(0.25)
      expect(html).not.toMatch(/<[^>]+\sstyle=/)
      expect(html).not.toMatch(/<style\b/)
      expect(html).not.toMatch(/<[^>]+\son[a-z]+=/)
      expect(headLinks(html).filter((link) => link.endsWith('.css')).length).toBeGreaterThan(0)
    },
  )
}

test('the head of a page names all it needs: nothing else is fetched before it is complete', async ({
  page,
  request,
}) => {
  for (const path of ['/', PLAIN_PAGE, '/news/larrow-bridge-night-closures', '/your-council']) {
    const known = new Set(headLinks(await readDocument(request, path)))
    const requests = recordRequests(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const later = requests.filter(
      (one) => !['document', 'image'].includes(one.resourceType()) && !known.has(addressOf(one)),
    )
    expect(later.map(addressOf), path).toEqual([])
    page.removeAllListeners('request')
  }
})

test("a page with a list in view also fetches the list's scripts and state, each once", async ({
  page,
  request,
}) => {
  for (const path of ['/news', '/search?term=bins', '/events']) {
    const known = new Set(headLinks(await readDocument(request, path)))
    const requests = recordRequests(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const later = requests.filter(
      (one) => !['document', 'image', 'script'].includes(one.resourceType()) && !known.has(addressOf(one)),
    )
    expect(later.map(addressOf), path).toEqual([stateOf(path)])
    const scripts = requests.filter((one) => one.resourceType() === 'script').map(addressOf)
    expect(scripts, path).toEqual([...new Set(scripts)])
    page.removeAllListeners('request')
  }
})

for (const [path, slotId] of [
  ['/search?term=bins', 'main'],
  ['/planning/applications', 'listing'],
] as const)
  test(`search is at most 30 KB of JavaScript beside what all remotes share: ${path}`, async ({ page }) => {
    const requests = recordRequests(page)
    await page.goto(path)
    await hydrated(page, slotId)
    await page.waitForLoadState('networkidle')
    const scripts = await measureScripts(requests)
    const own = scripts.filter(({ address }) => address.startsWith('/_mfe/mfe-search/'))
    expect(own.length).toBeGreaterThan(0)
    expect(totalBytes(own), JSON.stringify(own)).toBeLessThanOrEqual(30 * KILOBYTE)
    expect(scripts.filter(({ address }) => !/^\/(?:_shell|_mfe\/mfe-search)\//.test(address))).toEqual([])
  })

test('search is not loaded before its list is seen, nor on a page with only short lists', async ({
  page,
}) => {
  const requests = recordRequests(page)
  const ofSearch = () => requests.map(addressOf).filter((address) => isScriptOfSearch(address))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { name: 'Coming up' }).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(ofSearch(), 'short lists').toEqual([])

  // The window is so low that the list begins below it.
  await page.setViewportSize({ width: 1280, height: 120 })
  await page.goto('/planning/applications')
  await page.waitForLoadState('networkidle')
  expect(ofSearch(), 'before it is seen').toEqual([])
  await hydrated(page, 'listing')
  expect(ofSearch().length, 'once it is seen').toBeGreaterThan(0)
})

// Design 7 allows 150 KB. 122 KB are React, the frame, its loader and its words. Source: docs/figures.md.
test('a content page with a form has at most 148 KB of JavaScript before it is filled in, 25 KB of it its own, and what sends it comes once a field was left', async ({
  page,
}) => {
  const requests = recordRequests(page)
  await page.goto(FORM_PAGE)
  await hydrated(page, 'form-1002')
  await page.waitForLoadState('networkidle')
  const scripts = await measureScripts(requests)
  const own = scripts.filter(({ address }) => address.startsWith('/_mfe/mfe-forms/'))
  expect(own.map(({ address }) => address)).toContainEqual(expect.stringMatching(/\/remoteEntry\.js$/))
  expect(totalBytes(own), JSON.stringify(own)).toBeLessThanOrEqual(25 * KILOBYTE)
  expect(totalBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(148 * KILOBYTE)
  await page.locator('form[id^="form-id-"] input:visible').first().focus()
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await measureScripts(requests)).length).toBe(scripts.length + 1)
})

for (const [path, slotId] of [
  [FORM_PAGE, 'form-1002'],
  [LONG_FORM_PAGE, 'form-1001'],
] as const) {
  test(`the nodes of a hydrated slot are the ones that the server sent: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto(path)
    const count = await page.evaluate((id) => {
      const slot = document.querySelector(`[data-slot="${id}"]`)
      if (!slot || slot.querySelector('[data-hydrated]')) return 0
      const kept = [...slot.querySelectorAll('*')].filter((node) => !node.closest('noscript'))
      ;(window as unknown as { kept: Element[] }).kept = kept
      return kept.length
    }, slotId)
    expect(count, 'elements before hydration').toBeGreaterThan(20)
    await hydrated(page, slotId)
    await expect(page.locator(`[data-slot="${slotId}"] button[type="submit"]`)).toBeEnabled()
    const replaced = await page.evaluate(() =>
      (window as unknown as { kept: Element[] }).kept
        .filter((node) => !node.isConnected)
        .map((node) => node.outerHTML),
    )
    expect(replaced).toEqual([])
    expect(await page.locator('[style]').count(), 'style attributes after hydration').toBe(0)
  })
}
