import { answeredWith, expect, test } from '../support/test.ts'
import { expectPage, headerSearch, unfold } from '../support/visit.ts'

const ENGLISH = '/services/council-tax/pay'
const WELSH = '/cy/gwasanaethau/treth-y-cyngor/talu'

test('a visitor changes to Welsh and back on the same page', async ({ page }) => {
  await page.goto(ENGLISH)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await page.getByRole('link', { name: 'Cymraeg' }).click()
  await expectPage(page, WELSH, /treth/i)
  await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
  await expect(headerSearch(page)).toHaveAttribute('placeholder', /Chwilio/)
  await page.getByRole('link', { name: 'English' }).click()
  await expectPage(page, ENGLISH, 'Pay your council tax')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
})

test('a page names its translations, including itself, and its canonical address', async ({ page }) => {
  const origin = () => new URL(page.url()).origin
  for (const path of [ENGLISH, WELSH]) {
    await page.goto(path)
    const alternates = await page
      .locator('link[rel="alternate"][hreflang]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
    expect(alternates.toSorted()).toEqual([
      ['cy', `${origin()}${WELSH}`],
      ['en-GB', `${origin()}${ENGLISH}`],
      ['x-default', `${origin()}${ENGLISH}`],
    ])
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${origin()}${path}`)
  }
})

test('the language link follows the page that is shown', async ({ page }) => {
  await page.goto('/services')
  const menu = await unfold(page, 'Services')
  await menu.getByRole('link', { name: 'Housing' }).click()
  await expectPage(page, '/services/housing', 'Housing')
  await expect(page.getByRole('link', { name: 'Cymraeg' })).toHaveAttribute('href', '/cy/gwasanaethau/tai')
})

test('a page without a translation leads to the home page of the other language, and names none to search engines', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(404))
  const others = [
    ['/planning/applications/2025-0411-out', 'Cymraeg', '/cy'],
    ['/no/such/page', 'Cymraeg', '/cy'],
    ['/cy/dim/tudalen', 'English', '/'],
  ] as const
  for (const [path, language, home] of others) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('link', { name: language })).toHaveAttribute('href', home)
    await expect(page.locator('link[rel="alternate"][hreflang]')).toHaveCount(0)
  }
})

test('the language link is right after navigating from a page with a translation to one without', async ({
  page,
}) => {
  await page.goto('/planning/applications/2025-0411-out')
  const link = page.getByRole('banner').getByRole('link', { name: 'Cymraeg' })
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Services' }).click()
  await expectPage(page, '/services', /Services/)
  await expect(link).toHaveAttribute('href', '/cy/gwasanaethau')
  await page.goBack()
  await expect(page).toHaveURL(/2025-0411-out/)
  await expect(link).toHaveAttribute('href', '/cy')
})

test('the Welsh site stays Welsh: menu, listing, search', async ({ page }) => {
  await page.goto('/cy')
  await page
    .getByRole('navigation', { name: 'Prif ddewislen' })
    .getByRole('link', { name: 'Newyddion', exact: true })
    .click()
  await expectPage(page, '/cy/newyddion', 'Newyddion')
  const box = headerSearch(page)
  await box.fill('biniau')
  await box.press('Enter')
  await expectPage(page, '/cy/search?term=biniau', 'Chwilio')
  await expect(page.getByRole('main').locator('a[href^="/cy/"]').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
})

test('the language link of a list keeps its filters and order, and leads to its first page', async ({
  page,
}) => {
  await page.goto('/events?orderBy=entryTitle&pageIndex=2')
  const toWelsh = page.getByRole('link', { name: 'Cymraeg' })
  await expect(toWelsh).toHaveAttribute('href', '/cy/digwyddiadau?orderBy=entryTitle')
  const venue = page.getByRole('combobox', { name: 'Venue' })
  await venue.selectOption({ label: 'Larrow Park (5)' })
  await page.getByRole('button', { name: 'Apply Venue' }).click()
  await expect(page).toHaveURL(/venue=/)
  await expect(toWelsh).toHaveAttribute('href', /^\/cy\/digwyddiadau\?orderBy=entryTitle&venue=[0-9a-f-]+$/)
  await toWelsh.click()
  await expect(page.getByRole('combobox', { name: 'Lleoliad' }).locator('option:checked')).toHaveText(
    /Larrow Park/,
  )
  await expect(page.getByRole('heading', { name: /^2 o ganlyniadau/ })).toBeVisible()
})

test('the language link keeps a search and a sign-in as they are', async ({ page }) => {
  await page.goto('/search?term=council')
  await page.getByRole('link', { name: 'Cymraeg' }).click()
  await expect(page).toHaveURL('/cy/search?term=council')
  // It is a search box in the server's HTML, and a combobox after hydration.
  await expect(page.getByRole('main').locator('input[name="term"]')).toHaveValue('council')
  await page.goto('/account/login?redirect_uri=%2Fmy-larkmoor')
  await expect(page.getByRole('link', { name: 'Cymraeg' })).toHaveAttribute(
    'href',
    '/cy/account/login?redirect_uri=%2Fmy-larkmoor',
  )
})
