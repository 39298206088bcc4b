import type { Locator, Page } from '@playwright/test'
import { addedPagesTest } from '../support/added-pages-site.ts'
import { expect, test } from '../support/test.ts'
import { hydrated, isMarked, markDocument } from '../support/visit.ts'

// All tests share one changed site, so they run in one worker.
test.describe.configure({ mode: 'default' })

/** The state of a history entry that must be the same when the visitor returns to it. */
interface Entry {
  readonly address: string
  readonly heading: string
  readonly results: readonly string[]
  readonly focus: string | null
  readonly scrollY: number
}

const readEntry = (page: Page): Promise<Entry> =>
  page.evaluate(() => ({
    address: `${location.pathname}${location.search}`,
    heading: (document.querySelector('#search-count') ?? document.querySelector('h1'))?.textContent ?? '',
    results: [...document.querySelectorAll('main ol[start] > li')].map(
      (item) => item.querySelector('a')?.getAttribute('href') ?? '',
    ),
    focus: ['data-focus-key', 'href'].reduce<string | null>(
      (name, attribute) => name ?? document.activeElement?.getAttribute(attribute) ?? null,
      null,
    ),
    scrollY: Math.round(scrollY),
  }))

/** A visit that records the state in which each history entry was left. */
function startVisit(page: Page) {
  const left: Entry[] = []
  let place = 0
  return {
    /** Follow a link by the keyboard: scroll it into view, focus it, press Enter. */
    follow: async (link: Locator, address: RegExp | string, arrival: Locator) => {
      await link.focus()
      left[place] = await readEntry(page)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(address)
      await expect(arrival).toBeVisible()
      place += 1
      left.length = place
    },
    /** Go back or forward, and expect the recorded state. */
    move: async (steps: 1 | -1) => {
      left[place] = await readEntry(page)
      place += steps
      const wanted = left[place]
      if (!wanted) throw new Error('There is no such entry')
      await (steps === 1 ? page.goForward() : page.goBack())
      const { scrollY, ...rest } = wanted
      await expect.poll(() => readEntry(page), { message: `entry ${place}` }).toMatchObject(rest)
      await expect
        .poll(async () => Math.abs((await readEntry(page)).scrollY - scrollY), {
          message: `scroll of ${wanted.address}`,
        })
        .toBeLessThanOrEqual(2)
    },
  }
}

test('twenty steps through a search and back: results, scroll position and focus are restored', async ({
  page,
}) => {
  await page.goto('/search?term=council')
  await hydrated(page, 'main')
  await markDocument(page)
  const { follow, move } = startVisit(page)
  const main = page.getByRole('main')
  const count = (words: RegExp) => page.locator('#search-count', { hasText: words })
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  const result = (place: number) => page.locator('main ol[start] > li').nth(place).getByRole('link').first()
  const article = main.getByRole('heading', { level: 1 }).and(page.locator(':not(:text-is("Search"))'))

  const tabs = page.getByRole('navigation', { name: 'Kinds of results' })
  await follow(
    tabs.getByRole('link', { name: /^News/ }),
    '/search/news?term=council',
    count(/showing 1 to 20$/),
  )
  const year = main.getByRole('region', { name: 'Year', exact: true }).getByRole('link').first()
  await follow(year, /year=/, count(/results/))
  // The filter's link has become a link that removes the filter, so another link has its address.
  await move(-1)
  await follow(pages.getByRole('link', { name: 'Page 2' }), /pageIndex=2/, count(/showing 21 to/))
  await follow(result(3), /\/news\/[^?]+$/, article)
  await move(-1)
  await move(-1)
  await move(-1)
  await move(1)
  await move(1)
  await move(1)
  await move(-1)
  await follow(main.getByRole('link', { name: 'A to Z', exact: true }), /orderBy=/, count(/showing 1 to 20$/))
  await move(-1)
  await move(1)
  await follow(result(12), /\/news\/[^?]+$/, article)
  await move(-1)
  await move(-1)
  await move(-1)
  await move(-1)
  await move(1)
  expect(await isMarked(page), 'all of it in one document').toBe(true)
})

addedPagesTest(
  'pages that were added one below another are there again on the way back, with the place and the focus',
  async ({ page }) => {
    await page.goto('/your-council/documents')
    await hydrated(page, 'listing')
    const { follow, move } = startVisit(page)
    const more = page.getByRole('link', { name: 'Show more results' })
    const all = page.locator('#search-count', { hasText: '24 results, showing 1 to 24' })
    await follow(more, /pageIndex=2/, all)
    await expect(more).toHaveCount(0)
    const last = page.locator('main ol[start] > li').nth(22).getByRole('link').first()
    await follow(last, /\/documents\/[^?/]+$/, page.getByRole('main').getByRole('heading', { level: 1 }))
    await move(-1)
    await expect(page.locator('main ol[start] > li')).toHaveCount(24)
    await move(1)
    await move(-1)
    await expect(all).toBeVisible()
  },
)

for (const { path, what, shown, on } of [
  { path: '/news', what: 'a listing', shown: 20, on: test },
  { path: '/search?term=council', what: 'a search', shown: 20, on: test },
  {
    path: '/your-council/documents',
    what: 'a listing with further pages below',
    shown: 24,
    on: addedPagesTest,
  },
])
  on(
    `${what}, an article, a reload, and back: the place and the link that was followed`,
    async ({ page }) => {
      const results = page.locator('main ol[start] > li')
      const link = results
        .nth(shown - 3)
        .getByRole('link')
        .first()
      await page.goto(path)
      if (shown > 20) {
        await page.getByRole('link', { name: 'Show more results' }).click()
        await expect(results).toHaveCount(shown)
      }
      await link.scrollIntoViewIfNeeded()
      const left = await page.evaluate(() => Math.round(scrollY))
      expect(left).toBeGreaterThan(500)
      const expectPlace = async () => {
        await expect(results).toHaveCount(shown)
        await expect(link).toBeFocused()
        await expect
          .poll(() => page.evaluate((y) => Math.abs(scrollY - y), left), 'scroll')
          .toBeLessThanOrEqual(2)
      }
      await link.click()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.reload()
      await page.goBack()
      await expectPlace()
      await page.goForward()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.goBack()
      await expectPlace()
      await page.reload()
      await expect(results).toHaveCount(shown)
      await expect
        .poll(() => page.evaluate((y) => Math.abs(scrollY - y), left), 'scroll after a reload')
        .toBeLessThanOrEqual(2)
    },
  )
