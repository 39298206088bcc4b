import { expectAccessible } from '../support/accessibility.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** A listing in a language: one of its filters, its results, and the words for it on the page. */
const LISTINGS = [
  {
    path: '/news',
    filter: 'Year',
    item: '2025',
    href: '/news?year=2025-01-01--2025-12-31',
    count: '54 results, showing 1 to 20',
    all: '130 results, showing 1 to 20',
    clear: 'Clear all filters',
  },
  {
    path: '/planning/applications',
    filter: 'Status',
    item: 'Refused',
    href: '/planning/applications?status=Refused',
    count: '33 results, showing 1 to 20',
    all: '242 results, showing 1 to 20',
    clear: 'Clear all filters',
  },
  {
    path: '/your-council/councillors',
    filter: 'Party',
    item: 'Green Borough',
    href: '/your-council/councillors?party=Green+Borough',
    count: '4 results, showing 1 to 4',
    all: '30 results, showing 1 to 20',
    clear: 'Clear all filters',
  },
  {
    path: '/cy/cynllunio/ceisiadau',
    filter: 'Statws',
    item: 'Gwrthodwyd',
    href: '/cy/cynllunio/ceisiadau?status=Refused',
    count: '33 o ganlyniadau, yn dangos 1 i 20',
    all: '242 o ganlyniadau, yn dangos 1 i 20',
    clear: 'Clirio’r holl hidlyddion',
  },
] as const

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    for (const { path, filter, item, href, count, all } of LISTINGS)
      test(`${path}: a filter is a link below its own path, shows its count, and can be removed`, async ({
        page,
      }) => {
        await page.goto(path)
        await expect(page.locator('#search-count')).toHaveText(all)
        const filters = page.getByRole('region', { name: filter, exact: true })
        await filters.getByText(item, { exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`${href.replace(/[?+]/g, '\\$&')}$`))
        await expect(page.locator('#search-count')).toHaveText(count)
        const chip = page.getByRole('main').getByRole('link', { name: new RegExp(`${filter}: ${item}$`) })
        await chip.click()
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await expect(page.locator('#search-count')).toHaveText(all)
      })

    test('the pages of a filtered list keep the filter, and a page past the end is not found', async ({
      page,
      faults,
    }) => {
      await page.goto('/planning/applications?status=Refused')
      const pages = page.getByRole('navigation', { name: 'Pages of results' })
      await pages.getByRole('link', { name: 'Next' }).click()
      await expect(page).toHaveURL(/\/planning\/applications\?pageIndex=2&status=Refused$/)
      await expect(page.locator('#search-count')).toHaveText('33 results, showing 21 to 33')
      faults.allow(answeredWith(404))
      const response = await page.goto('/planning/applications?pageIndex=9&status=Refused')
      expect(response?.status()).toBe(404)
      await page.getByRole('main').getByRole('link', { name: 'Go to the first page of results' }).click()
      await expect(page.locator('#search-count')).toHaveText('33 results, showing 1 to 20')
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('several lists share one address: each has a link with its total, and its own pages and filters', async ({
      page,
    }) => {
      const path = '/your-council/what-is-happening'
      await page.goto(path)
      const lists = page.getByRole('main').getByRole('navigation').filter({ hasText: 'Events' })
      await expect(lists.getByRole('link', { name: 'News 130' })).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('#search-count')).toHaveText('130 results, showing 1 to 20')
      if (javaScriptEnabled) await expectAccessible(page)
      await lists.getByRole('link', { name: /^Events \d+$/ }).click()
      await expect(page).toHaveURL(new RegExp(`${path}\\?listingType=events$`))
      await expect(lists.getByRole('link', { name: /^Events/ })).toHaveAttribute('aria-current', 'page')
      await page.getByRole('main').getByRole('link', { name: 'A to Z' }).click()
      await expect(page).toHaveURL(new RegExp(`${path}\\?listingType=events&orderBy=entryTitle$`))
      await lists.getByRole('link', { name: 'News 130' }).click()
      await expect(page).toHaveURL(new RegExp(`${path}\\?orderBy=entryTitle$`))
      await expect(page.locator('#search-count')).toHaveText('130 results, showing 1 to 20')
    })

    test('a date range may be given in either order, and where it has no results the other filters stay', async ({
      page,
    }) => {
      const filter = (name: string) => page.getByRole('region', { name, exact: true })
      const give = async (from: string, to: string) => {
        await filter('Received').getByLabel('From').fill(from)
        await filter('Received').getByLabel('To').fill(to)
        await filter('Received').getByRole('button', { name: /Apply/ }).click()
      }
      await page.goto('/planning/applications')
      if (javaScriptEnabled) await hydrated(page, 'listing')
      await give('2026-11-01', '2026-09-01')
      await expect(page.getByRole('link', { name: /1 September 2026 to 1 November 2026$/ })).toBeVisible()
      await expect(page.locator('#search-count')).toHaveText(/^\d+ results/)
      await expect(filter('Received').getByLabel('From')).toHaveValue('2026-09-01')
      await expect(filter('Received').getByLabel('To')).toHaveValue('2026-11-01')
      await give('1990-01-01', '1990-02-01')
      await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible()
      for (const name of ['Status', 'Ward']) await expect(filter(name)).toBeVisible()
    })
  })

test('past events are not listed, and short lists on the home page lead to the whole list', async ({
  page,
}) => {
  await page.goto('/')
  const coming = page.getByRole('region', { name: 'Coming up' })
  await expect(coming.getByRole('listitem')).toHaveCount(3)
  await coming.getByRole('link', { name: 'See all: Events' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events')
  const listed = page.locator('main ol[start] > li')
  await listed.first().waitFor()
  const ends = await listed.evaluateAll((items) =>
    items.map((item) => [...item.querySelectorAll('time')].at(-1)?.dateTime ?? ''),
  )
  expect(ends.length).toBeGreaterThan(5)
  // An event that ends today may not be over yet.
  const today = new Date().toISOString().slice(0, 10)
  expect(ends.filter((end) => end.includes('T') && end.slice(0, 10) < today)).toEqual([])
})

test('a listing can be used by keyboard, and passes the accessibility check filtered and empty', async ({
  page,
}) => {
  await page.goto('/planning/applications')
  const approved = page.getByRole('region', { name: 'Status' }).getByRole('checkbox', { name: 'Approved' })
  await approved.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/status=Approved$/)
  await expectAccessible(page)
  await page.goto('/planning/applications?received-from=1990-01-01&received-to=1990-02-01')
  await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible()
  await expectAccessible(page)
})
