import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { expectPage, headerSearch, isMarked, markDocument } from '../support/visit.ts'

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
/** Chromium's console messages for requests without a connection. */
const UNREACHED = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/
const EN = 'You are offline'

/** Open a page, then go offline. */
async function readThenGoOffline(page: Page, context: BrowserContext, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await markDocument(page)
  await context.setOffline(true)
}

test.beforeEach(({ faults }) => {
  faults.allow(UNREACHED)
})

for (const { language, path, words, heading } of [
  { language: 'English', path: '/services/council-tax', words: EN, heading: 'Council tax' },
  { language: 'Welsh', path: '/cy/gwasanaethau/treth-y-cyngor', words: 'Rydych chi all-lein', heading: /\S/ },
])
  test(`a link that is followed offline keeps the page with a message, and is followed once the browser is online: ${language}`, async ({
    page,
    context,
  }) => {
    await page.goto(path)
    const link = page.getByRole('main').getByRole('link').last()
    await readThenGoOffline(page, context, path)
    const target = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
    await link.click()
    await expect(alert(page, words)).toBeVisible()
    await expectPage(page, path, heading)
    expect(await isMarked(page), 'the document has stayed').toBe(true)
    await page.getByRole('button', { name: /^Try again$|^Rhoi cynnig/ }).click()
    await expect(alert(page, words)).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL((url) => url.pathname === target)
    await expect(alert(page, words)).toBeHidden()
  })

test('offline, links followed in other ways and searches keep the page too', async ({ page, context }) => {
  await readThenGoOffline(page, context, '/services/council-tax')
  const link = page.getByRole('main').getByRole('link', { name: 'Discounts and exemptions' }).first()
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(alert(page, EN)).toBeVisible()
  await expect(alert(page, EN)).not.toContainText('by itself', { useInnerText: true })
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(alert(page, EN)).toBeHidden()
  await page.getByRole('link', { name: 'Cymraeg' }).click()
  await expect(alert(page, EN)).toContainText('by itself', { useInnerText: true })
  expect(context.pages()).toHaveLength(1)
  await headerSearch(page).fill('bins')
  await page.keyboard.press('Enter')
  await expect(alert(page, EN)).toBeVisible()
  await expectPage(page, '/services/council-tax', 'Council tax')
  await context.setOffline(false)
  await expectPage(page, '/search?term=bins', 'Search')
})

test('offline, a search keeps its results, and Back keeps the page', async ({ page, context }) => {
  await page.goto('/services/council-tax')
  await readThenGoOffline(page, context, '/search?term=bins')
  await page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link').nth(1).click()
  await expect(alert(page, EN)).toBeVisible()
  await expect(page.locator('main ol[start] > li').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await context.setOffline(false)
  await page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/search\/[^?]+\?term=bins/)
  await context.setOffline(true)
  await page.goBack()
  await expect(alert(page, EN)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await context.setOffline(false)
  await expect(alert(page, EN)).toBeHidden()
  await expectPage(page, '/search?term=bins', 'Search')
})

test('a server that does not answer is shown as offline, and a slow one is not', async ({ page }) => {
  await page.goto('/services/council-tax')
  await page.waitForLoadState('networkidle')
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  const link = page.getByRole('main').getByRole('link', { name: 'Discounts and exemptions' }).first()
  await link.click()
  await expect(alert(page, EN)).toBeVisible()
  await page.unroute('**/*')
  await expectPage(page, '/services/council-tax/discounts-and-exemptions', /iscount/)

  await page.goto('/services/council-tax')
  await page.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await link.click()
  await page.waitForTimeout(1_500)
  await expect(page.locator('#offline')).toBeHidden()
  await expectPage(page, '/services/council-tax/discounts-and-exemptions', /iscount/)
})
