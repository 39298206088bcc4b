import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { addressOf, recordRequests } from '../support/measure.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, headerSearch, hydrated, isMarked, markDocument } from '../support/visit.ts'

const COUNT = /^\d+ results, showing 1 to 20$/

test('a visitor searches from the header and reads on', async ({ page }) => {
  await page.goto('/')
  await markDocument(page)
  const box = headerSearch(page)
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

test('the header suggests pages once its field is used, and loads no code for it before', async ({
  page,
  faults,
}) => {
  const requests = recordRequests(page)
  const ofSearch = () => requests.map(addressOf).filter((address) => /mfe-search/.test(address))
  await page.goto('/services/bins-and-recycling')
  await markDocument(page)
  await page.waitForLoadState('networkidle')
  expect(ofSearch()).toEqual([])
  const box = headerSearch(page)
  await box.fill('council t')
  const options = page.getByRole('banner').getByRole('option')
  await expect(options.first(), 'what was typed before the code came counts').toBeVisible()
  await expect(box).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.keyboard.press('ArrowDown')
  const chosen = (await options.first().locator('span').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(chosen)
  expect(await isMarked(page), 'all of it in one document').toBe(true)
  await expect(box, 'another page, another search').toHaveValue('')
  await expect(options).toHaveCount(0)

  faults.allow(/tessera-remote-failed|Failed to load resource|net::ERR_FAILED/)
  await page.route('**/_mfe/mfe-search/**', (route) => route.abort())
  await page.goto('/services/bins-and-recycling')
  await box.fill('bins')
  await expect.poll(() => faults.failedRemotes().length).toBeGreaterThan(0)
  await expect(page.getByRole('banner').getByRole('alert')).toHaveCount(0)
  await page.unroute('**/_mfe/mfe-search/**')
  await box.press('Enter')
  await expectPage(page, '/search?term=bins', 'Search')
})

test('a search without results shows a message and what to try', async ({ page }) => {
  await page.goto('/search?term=zzzqqq')
  await expect(page.getByRole('heading', { name: 'Nothing was found for “zzzqqq”' })).toBeVisible()
  await expect(page.getByRole('search', { name: 'Filters' }), 'nothing can be narrowed').toHaveCount(0)
  await page.locator('#search-term').fill('library')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: /Library/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/term=library/)
})

for (const javaScriptEnabled of [true, false])
  test.describe(`misspelt words, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('show results for the corrected spelling, and a link to those for the words as typed', async ({
      page,
    }) => {
      await page.goto('/search?term=libary')
      await expect(
        page.getByRole('main').getByRole('link', { name: 'Central Library' }).first(),
      ).toBeVisible()
      await expect(page.getByText('Your word “libary” may be misspelt.')).toBeVisible()
      await page.getByRole('link', { name: 'Search instead for “libary”' }).click()
      await expect(page).toHaveURL(/\/search\?asWritten=true&term=libary$/)
      await expect(page.getByRole('heading', { name: 'Nothing was found for “libary”' })).toBeVisible()
      await expect(page.locator('#search-term')).toHaveValue('libary')
      await page.locator('#search-term').fill('counsil tax')
      await page.locator('#search-term').press('Enter')
      await expect(page, 'another term is corrected again').toHaveURL(/\/search\?term=counsil\+tax$/)
      await expect(page.getByText('Your words “counsil tax” may be misspelt.')).toBeVisible()
    })
  })

test('words of a search are text: markup in them does nothing', async ({ page }) => {
  const words = '<img src=x onerror=alert(1)> </script> $& \u2028'
  await page.goto(`/search?term=${encodeURIComponent(words)}`)
  await expect(page.locator('#search-term')).toHaveValue(/<img src=x onerror=alert\(1\)>/)
  await expect(page.locator('main img')).toHaveCount(0)
})

/** Press Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const isFocused = () => wanted.evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < 100 && !(await isFocused()); stops += 1) await page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
}

test('by keyboard: suggestions are moved through, closed and chosen', async ({ page }) => {
  await page.goto('/search')
  await hydrated(page, 'main')
  const box = page.getByRole('combobox', { name: 'Search this site' })
  await tabTo(page, box)
  await page.keyboard.type('council')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
  await page.keyboard.press('Escape')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(options.first()).toBeHidden()
  await expect(box).toHaveValue('council')
  await expect(box).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const chosen = (await options.first().locator('span').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(chosen)
})

test('by keyboard: a search, a filter, its chip removed, another page', async ({ page }) => {
  await page.goto('/search')
  await hydrated(page, 'main')
  await tabTo(page, page.getByRole('combobox', { name: 'Search this site' }))
  await page.keyboard.type('council')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?term=council$/)
  const count = page.locator('#search-count')
  await expect(count).toHaveText(COUNT)
  await expect(page.locator('#search-term'), 'the focus stays in the box').toBeFocused()
  const all = (await count.textContent()) ?? ''

  const item = page.getByRole('region', { name: 'Topic', exact: true }).getByRole('checkbox').first()
  await tabTo(page, item)
  const top = await page.evaluate(() => scrollY)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/topic=/)
  await expect(count).not.toHaveText(all)
  await expect(item, 'the focus stays on the item').toBeFocused()
  await expect(item).toBeChecked()
  expect(await page.evaluate(() => scrollY), 'nothing has scrolled').toBe(top)

  await tabTo(page, page.getByRole('main').getByRole('link', { name: /^Remove Topic:/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?term=council$/)
  await expect(count).toHaveText(all)
  await expect(count, 'the chip has gone, so the focus is on what it has changed').toBeFocused()
  await expect(count).toBeInViewport()

  await tabTo(page, page.getByRole('link', { name: 'Page 2' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/pageIndex=2/)
  await expect(count).toHaveText(/showing 21 to 40$/)
  await expect(count, 'another page is read from its start').toBeFocused()
})

for (const { control, go, address } of [
  {
    control: 'Page 2',
    go: (page: Page) => page.getByRole('link', { name: 'Page 2' }),
    address: /pageIndex=2/,
  },
  { control: 'Next', go: (page: Page) => page.getByRole('link', { name: 'Next' }), address: /pageIndex=2/ },
])
  test(`another page, by "${control}" as soon as it has the focus, is shown from its start, and Back restores the focus on "${control}"`, async ({
    page,
  }) => {
    await page.goto('/search?term=council')
    await hydrated(page, 'main')
    // Starts at the top, so that the browser is still scrolling to the link when it is clicked.
    await page.locator('#search-term').focus()
    await go(page).evaluate((link: HTMLElement) => {
      link.focus()
      link.click()
    })
    await expect(page).toHaveURL(address)
    const count = page.locator('#search-count')
    await expect(count).toHaveText(/showing 21 to 40$/)
    await expect(count).toBeFocused()
    const topOf = () => count.evaluate((heading) => heading.getBoundingClientRect().top)
    // Long enough for any late layout change.
    for (const _frame of Array.from({ length: 10 })) {
      expect(await topOf()).toBeGreaterThanOrEqual(0)
      expect(await topOf()).toBeLessThan(120)
      await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    }
    await page.goBack()
    await expect(count).toHaveText(COUNT)
    await expect(go(page)).toBeFocused()
    await expect(go(page)).toBeInViewport()
  })

for (const [path, slotId, later = []] of [
  ['/search?term=bins', 'main'],
  // Totals that do not fit into the calls of a first view (docs/decisions/0074).
  [
    '/search/planning?term=zzzqqq',
    'main',
    ['/api/data/mfe-search/rest?facet=planning&language=en-GB&term=zzzqqq'],
  ],
  ['/planning/applications?status=Refused', 'listing'],
] as const)
  test(`hydration makes no request, until the visitor acts: ${path}`, async ({ page }) => {
    const requests = recordRequests(page)
    const asked = () =>
      requests
        .filter((request) => !['document', 'stylesheet', 'script', 'image'].includes(request.resourceType()))
        .map(addressOf)
    await page.goto(path)
    await hydrated(page, slotId)
    // Work that is delayed to an idle moment would send its requests now.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await page.waitForLoadState('networkidle')
    // State that is too large for the document (docs/decisions/0004) is fetched once; results, filters and totals are not.
    expect(asked()).toEqual([`${path}&redux=true`, ...later])
    await headerSearch(page).fill('library')
    await headerSearch(page).press('Enter')
    await expectPage(page, '/search?term=library', 'Search')
    expect(asked().length, 'then the visitor has asked').toBeGreaterThan(1)
  })

/** Hold back the first page state that is requested in place; `release` lets its request continue. */
async function holdFirstPage(
  page: Page,
): Promise<{ readonly asked: () => number; readonly release: () => Promise<void> }> {
  const held: Route[] = []
  let asked = 0
  await page.route('**/search**redux=true', async (route) => {
    asked += 1
    if (asked === 1) held.push(route)
    else await route.continue()
  })
  // The page may have aborted the request already.
  return { asked: () => asked, release: async () => void (await held[0]?.continue().catch(() => null)) }
}

test('answers out of order: the last term stays', async ({ page }) => {
  await page.goto('/search')
  await hydrated(page, 'main')
  await markDocument(page)
  const pages = await holdFirstPage(page)
  const box = page.locator('#search-term')
  await box.fill('council')
  await box.press('Enter')
  await expect.poll(pages.asked).toBe(1)
  await box.fill('library')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?term=library$/)
  const first = page.locator('main ol[start] > li').first()
  await expect(first).toContainText(/librar/i)
  const count = (await page.locator('#search-count').textContent()) ?? ''
  await pages.release()
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1_000)))
  await expect(page).toHaveURL(/\/search\?term=library$/)
  await expect(box).toHaveValue('library')
  await expect(page.locator('#search-count')).toHaveText(count)
  await expect(first).toContainText(/librar/i)
  expect(await isMarked(page), 'all of it in one document').toBe(true)
})

test('answers out of order: the last filter stays', async ({ page }) => {
  await page.goto('/search/news?term=council')
  await hydrated(page, 'main')
  await markDocument(page)
  // Focusing a link prefetches its page, so the links are clicked without focus.
  const click = (name: RegExp) =>
    page
      .getByRole('region', { name: 'Year', exact: true })
      .getByRole('link', { name })
      .evaluate((link: HTMLElement) => link.click())
  const pages = await holdFirstPage(page)
  await click(/^2025/)
  await expect.poll(pages.asked).toBe(1)
  await click(/^2026/)
  await expect.poll(pages.asked).toBe(2)
  const chip = page.getByRole('main').getByRole('link', { name: /^Remove Year: 2026/ })
  await expect(page).toHaveURL(/year=[^&]*2026/)
  await expect(chip).toBeVisible()
  await expect(page.locator('section[aria-busy]')).toHaveCount(0)
  const [address, count] = [page.url(), (await page.locator('#search-count').textContent()) ?? '']
  await pages.release()
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1_000)))
  expect(page.url()).toBe(address)
  await expect(chip).toBeVisible()
  await expect(page.locator('#search-count')).toHaveText(count)
  expect(await isMarked(page), 'all of it in one document').toBe(true)
})

test('in forced colours only selected filter items and the selected tab look selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/search/planning?term=road&status=Refused')
  await hydrated(page, 'main')
  const marks = await page
    .getByRole('region', { name: 'Status', exact: true })
    .getByRole('checkbox')
    .evaluateAll((items) =>
      items.map((item) => [
        item.getAttribute('aria-checked') === 'true',
        getComputedStyle(item, '::before').content.includes('✓'),
      ]),
    )
  expect(marks.length).toBeGreaterThan(1)
  expect(marks.filter(([isSelected, isTicked]) => isSelected !== isTicked)).toEqual([])
  const lines = await page
    .getByRole('navigation', { name: 'Kinds of results' })
    .getByRole('link')
    .evaluateAll((tabs) =>
      tabs.map((tab) => [
        tab.hasAttribute('aria-current'),
        getComputedStyle(tab).borderBottomColor !== getComputedStyle(document.body).backgroundColor,
      ]),
    )
  expect(lines.filter(([isShown, isLined]) => isShown !== isLined)).toEqual([])
  await page.goto('/your-council/what-is-happening')
  const widths = await page
    .getByRole('navigation', { name: 'Results from' })
    .getByRole('link')
    .evaluateAll((lists) => lists.map((list) => getComputedStyle(list).borderWidth))
  expect(widths).toHaveLength(2)
  expect(widths[0]).not.toBe(widths[1])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor searches, pages through the results, and opens one', async ({ page }) => {
    await page.goto('/')
    const box = headerSearch(page)
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
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  })

  test('on a phone the menu opens by its button', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    const news = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' })
    await expect(news).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await news.click()
    await expectPage(page, '/news', 'News')
  })
})
