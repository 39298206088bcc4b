import { answeredWith, expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

test('a visitor pages through the news: older articles, an address for each page, and no next page after the last', async ({
  page,
}) => {
  await page.goto('/news')
  await markDocument(page)
  await expect(page.getByRole('heading', { name: '130 results, showing 1 to 20' })).toBeVisible()
  const first = await page.locator('main ol[start] h3').first().textContent()
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: '130 results, showing 21 to 40' })).toBeVisible()
  await expect(page).toHaveURL(/\/news\?pageIndex=2$/)
  await expect(page.locator('main ol[start] h3').first()).not.toHaveText(first ?? '')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/news\?pageIndex=2$/)
  await pages.getByRole('link', { name: 'Page 7' }).click()
  await expect(page.getByRole('heading', { name: '130 results, showing 121 to 130' })).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: '130 results, showing 101 to 120' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('an unknown address shows the not-found page, with a search and a link to the home page', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(404))
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill('bins')
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expectPage(page, '/search?term=bins', 'Search')
  await page.goto('/no-such-page')
  await page.getByRole('main').getByRole('link', { name: 'Home page' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('a link to a removed page shows the not-found page', async ({ page, faults }) => {
  faults.allow(answeredWith(404))
  await page.goto('/services')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/services/gone'
    link.textContent = 'A page that has gone'
    document.querySelector('main')?.append(link)
  })
  await page.getByRole('link', { name: 'A page that has gone' }).click()
  await expectPage(page, '/services/gone', 'Page Not Found')
  await page.goBack()
  await expectPage(page, '/services', 'Services')
})

test('the preview address shows everyone the published entry, and is neither cached nor indexed', async ({
  page,
}) => {
  const response = await page.goto('/preview/54abc18a-4c1a-4ac1-b21c-c1e6dd031171')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Living well in the Larrow valley')
  expect(response?.headers()['cache-control']).toContain('no-store')
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await page.goto('/preview/54abc18a-4c1a-4ac1-b21c-c1e6dd031171/cy')
  await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
})

test("a page for members sends a visitor who is not signed in to sign-in, with the page's address", async ({
  page,
}) => {
  await page.goto('/your-council/members-area')
  await expectPage(
    page,
    '/account/login?redirect_uri=%2Fyour-council%2Fmembers-area',
    'Sign in to your account',
  )
  await page.getByLabel('Username or email address').fill('a.member')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  )
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeEnabled()
})

test('a link to a page for members leads to sign in as well', async ({ page, faults }) => {
  // The prefetch on hover is refused already.
  faults.allow(answeredWith(401))
  await page.goto('/your-council')
  await page.getByRole('main').getByRole('link', { name: 'Staff', exact: true }).first().click()
  await expect(page).toHaveURL(/\/account\/login\?redirect_uri=%2Fyour-council%2Fstaff$/)
})

test('a document is downloaded from its page', async ({ page, request }) => {
  await page.goto('/documents/budget-book-2026-27')
  const link = page.getByRole('link', { name: /^Download PDF \(/ })
  const answer = await request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/budget-book-2026-27\.pdf$/)
})

test('every image has its size and a text alternative, loads when it comes into view, and exists', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/services',
    '/news/local-plan-comments-open',
    '/your-council/elections-and-voting',
  ]) {
    await page.goto(path)
    const images = page.locator('img')
    const facts = await images.evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => ({
        src: image.getAttribute('src'),
        isSized: Number(image.getAttribute('width')) > 0 && Number(image.getAttribute('height')) > 0,
        hasWords: image.hasAttribute('alt'),
        isEager: image.loading !== 'lazy',
      })),
    )
    expect(facts.length, path).toBeGreaterThan(0)
    expect(
      facts.filter(({ isSized, hasWords }) => !isSized || !hasWords),
      path,
    ).toEqual([])
    expect(facts.filter(({ isEager }) => isEager).length, `eager images of ${path}`).toBeLessThanOrEqual(1)
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    }
  }
})

test('photographs come in several widths for the browser to choose from', async ({ page }) => {
  await page.goto('/news')
  const sets = await page.locator('img[srcset]').evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ srcset, sizes }) => ({
      widths: srcset.match(/ \d+w/g)?.length ?? 0,
      sizes,
    })),
  )
  for (const { widths, sizes } of sets) {
    expect(widths).toBeGreaterThan(1)
    expect(sizes).not.toBe('')
  }
})
