import type { Locator } from '@playwright/test'
import { PLAIN_PAGE } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument, unfold } from '../support/visit.ts'

/** A page with a table of contents. */
const LONG_PAGE = '/services/roads-and-parking/winter-gritting'

test('a visitor follows the menu to a page: its title, its heading and the menu say where they are', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Larkmoor Council')
  await markDocument(page)
  const menu = await unfold(page, 'Services')
  await menu.getByRole('link', { name: 'Council tax' }).click()
  await expectPage(page, '/services/council-tax', 'Council tax')
  await expect(page).toHaveTitle('Council tax – Larkmoor Council')
  await expect(menu.locator('[aria-current="page"]')).toHaveText('Council tax')
  await expect(menu.locator('[aria-current="true"]')).toHaveText('Services')
  await expect(menu.locator('details[open]')).toHaveCount(0)
  expect(await isMarked(page), 'the document was not loaded again').toBe(true)
})

test('the head of a page that was navigated to is what the server writes for it', async ({ page }) => {
  const violations: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && violations.push(message.text())))
  const head = () =>
    page.evaluate(() =>
      [...document.head.querySelectorAll('title, meta, link[rel=canonical], link[hreflang], script')]
        .filter((element) => !element.matches('[charset], [name=viewport], [src]'))
        .map((element) =>
          element.matches('script')
            ? JSON.stringify(JSON.parse(element.textContent))
            : element.outerHTML.replace(/ ?\/?>/, '>'),
        ),
    )
  await page.goto('/news/skate-park-opens')
  const written = await head()
  expect(written.join()).toContain('NewsArticle')
  await page.goto('/news')
  await page.goto('/services/council-tax')
  await markDocument(page)
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href="/services/council-tax/pay"]')
    if (link) link.href = '/news/skate-park-opens'
    link?.click()
  })
  await expect(page).toHaveTitle(/skate/i)
  expect(await isMarked(page), 'the document was not loaded again').toBe(true)
  expect((await head()).toSorted()).toEqual(written.toSorted())
  expect(violations).toEqual([])
})

test('a page that was navigated to is announced to screen readers, and its heading has the focus', async ({
  page,
}) => {
  await page.goto('/services/council-tax')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click()
  await expectPage(page, PLAIN_PAGE, 'Pay your council tax')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Pay your council tax' })).toHaveText(
    'Pay your council tax – Larkmoor Council',
  )
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a navigation requests the next page once, and no document', async ({ page }) => {
  await page.goto('/services')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isDocument = request.resourceType() === 'document'
    // Other links are ignored: the pointer may rest on another link of the new page, which the browser then prefetches.
    if (isDocument || pathname === '/services/council-tax') asked.push(`${pathname}${search}`)
  })
  const link = page.getByRole('main').getByRole('link', { name: 'Council tax', exact: true })
  await link.hover()
  await link.click()
  await expectPage(page, '/services/council-tax', 'Council tax')
  expect(asked).toEqual(['/services/council-tax?redux=true'])
})

test('back and forward show the pages as they were left', async ({ page }) => {
  await page.goto('/news')
  await markDocument(page)
  const article = page.getByRole('link', { name: 'How clean is the Larrow?' })
  await article.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 137))
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await article.click()
  await expectPage(page, '/news/river-swim-results', 'How clean is the Larrow?')
  await page.evaluate(() => scrollTo(0, 60))

  await page.goBack()
  await expectPage(page, '/news', 'News')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expect(article, 'the focus is on the link that was followed').toBeFocused()

  await page.goForward()
  await expectPage(page, '/news/river-swim-results', 'How clean is the Larrow?')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
  await expect(page).toHaveTitle('How clean is the Larrow? – Larkmoor Council')
  expect(await isMarked(page)).toBe(true)
})

test('back and forward restore the positions on one page, without a request', async ({ page }) => {
  const place = () => page.evaluate(() => Math.round(scrollY))
  /** Follow a link by the keyboard, from a place of the page. */
  const follow = async (link: Locator, from: number) => {
    await link.evaluate((element) => element.focus({ preventScroll: true }))
    await page.evaluate((top) => scrollTo(0, top), from)
    await page.keyboard.press('Enter')
  }
  await page.goto(LONG_PAGE)
  await markDocument(page)
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const [first, last] = [contents.first(), contents.last()]
  await follow(first, 30)
  await expect(page).toHaveURL(/#/)
  await expect.poll(place).not.toBe(30)
  await follow(last, 70)
  await expect.poll(place).not.toBe(70)
  await page.evaluate(() => scrollBy(0, -35))
  const end = await place()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goBack()
  await expect.poll(place).toBe(70)
  await expect(last, 'the focus is on the link that was followed').toBeFocused()
  await page.goBack()
  await expect.poll(place).toBe(30)
  await expect(first).toBeFocused()
  await expect(page).toHaveURL(LONG_PAGE)
  await page.goForward()
  await expect.poll(place).toBe(70)
  await page.goForward()
  await expect.poll(place).toBe(end)
  expect(asked).toEqual([])

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const away = menu.getByRole('link', { name: 'Services', exact: true })
  await follow(away, 50)
  await expectPage(page, '/services', 'Services')
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/#/)
  await expect.poll(place).toBe(50)
  await expect(away, 'from another page too').toBeFocused()
  await page.goBack()
  await expect.poll(place).toBe(70)
  expect(await isMarked(page)).toBe(true)
})

test('of two links followed in quick succession the newer wins, and the older changes nothing', async ({
  page,
}) => {
  await page.goto('/services')
  const held: (() => void)[] = []
  await page.route('**/services/council-tax?redux=true', async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.continue().catch(() => undefined) // the browser may have aborted it
  })
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Council tax', exact: true }).click()
  await expect.poll(() => held.length).toBe(1)
  await main.getByRole('link', { name: 'Housing', exact: true }).click()
  await expectPage(page, '/services/housing', 'Housing')
  held.forEach((release) => release())
  await page.waitForTimeout(300)
  await expectPage(page, '/services/housing', 'Housing')
  await page.goBack()
  await expectPage(page, '/services', 'Services')
})

test('where the next page cannot be fetched, the link loads it as a document', async ({ page, faults }) => {
  faults.allow(/ERR_FAILED/)
  await page.goto('/services')
  await markDocument(page)
  await page.route(/redux=true/, (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: 'Housing', exact: true }).click()
  await expectPage(page, '/services/housing', 'Housing')
  expect(await isMarked(page)).toBe(false)
})

test('a link to a place on the page goes there, and the skip link to the content', async ({ page }) => {
  await page.goto(PLAIN_PAGE)
  await markDocument(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await isMarked(page)).toBe(true)
})
