import { expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

const COUNT = /^\d+ results, showing 1 to 20$/

test('a visitor searches from the header and reads on', async ({ page }) => {
  await page.goto('/')
  await markDocument(page)
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search this site' })
  await box.fill('bins')
  await box.press('Enter')
  await expectPage(page, '/search?term=bins', 'Search')
  await expect(page).toHaveTitle(/bins.*Larkmoor Council/)
  await expect(page.getByRole('heading', { level: 2, name: COUNT })).toBeVisible()
  await expect(box).toHaveValue('bins')
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('mark') })
      .first(),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/pageIndex=2/)
  await expect(page.getByRole('heading', { level: 2, name: /showing 21 to \d+$/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: COUNT })).toBeVisible()
  await page.getByRole('link', { name: 'Find your collection day' }).click()
  await expectPage(page, '/services/bins-and-recycling/collection-days', 'Find your collection day')
  expect(await isMarked(page), 'all of it in one document').toBe(true)
})

test('a search that finds nothing says so and what to try', async ({ page }) => {
  await page.goto('/search?term=zzzqqq')
  await expect(page.getByRole('heading', { name: 'Nothing was found for “zzzqqq”' })).toBeVisible()
  await page.locator('#search-term').fill('library')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: /Library/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/term=library/)
})

test('words of a search are text: markup in them does nothing', async ({ page }) => {
  const words = '<img src=x onerror=alert(1)> </script> $& \u2028'
  await page.goto(`/search?term=${encodeURIComponent(words)}`)
  await expect(page.locator('#search-term')).toHaveValue(/<img src=x onerror=alert\(1\)>/)
  await expect(page.locator('main img')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor searches, pages through the results, and opens one', async ({ page }) => {
    await page.goto('/')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('bins')
    await box.press('Enter')
    await expectPage(page, '/search?term=bins', 'Search')
    await expect(page.getByRole('heading', { level: 2, name: COUNT })).toBeVisible()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { level: 2, name: /showing 21 to \d+$/ })).toBeVisible()
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('a visitor reads and follows the menu, the listing and a link in a text', async ({ page }) => {
    await page.goto('/')
    await page.locator('summary', { hasText: 'Pages in Your council' }).click()
    await page.getByRole('link', { name: 'Councillors' }).first().click()
    await expectPage(page, '/your-council/councillors', 'Councillors')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/pageIndex=2/)
    await page.goto('/services/council-tax/pay')
    await page.locator('summary', { hasText: 'I think the amount is wrong' }).click()
    await page.getByRole('link', { name: 'contact us', exact: true }).click()
    await expectPage(page, '/contact', 'Contact us')
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.locator('main noscript p')).toHaveText(/^This form needs JavaScript/)
  })

  test('on a telephone the menu opens by its button', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    const news = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' })
    await expect(news).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await news.click()
    await expectPage(page, '/news', 'News')
  })
})
