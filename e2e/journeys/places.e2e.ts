import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { addressOf, recordRequests } from '../support/measure.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const VENUES = '/libraries-and-leisure'

const form = (page: Page) => page.getByRole('search', { name: 'Distance' })
const cards = (page: Page) => page.locator('[data-results] li')
const count = (page: Page) => page.locator('#search-count')

/** Open a listing of places and wait until its form works. */
async function openVenues(page: Page): Promise<void> {
  await page.goto(VENUES)
  await hydrated(page, 'listing')
  await expect(form(page).getByRole('button', { name: 'Near me' })).toBeVisible()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 1280, height: 900 } })

    test('a postcode and a distance reduce the places to the nearest, each with its distance, and the map has links to the list', async ({
      page,
    }) => {
      await page.goto(VENUES)
      if (javaScriptEnabled) await hydrated(page, 'listing')
      await expect(count(page)).toHaveText('16 results, showing 1 to 16')
      await form(page).getByLabel('Postcode or place').fill('lk5 3hc')
      await form(page).getByLabel('Within').selectOption('1 mile')
      await form(page).getByRole('button', { name: /Apply/ }).click()
      await expect(page).toHaveURL(/near-place=lk5\+3hc/)
      await expect(count(page)).toHaveText('2 results, showing 1 to 2')
      await expect(cards(page).nth(0)).toContainText('Hollin Cross Library')
      await expect(cards(page).nth(0)).toContainText('0.1 miles away')
      await expect(cards(page).nth(1)).toContainText('Hollin Cross Sports Hall')
      await expect(form(page).getByLabel('Postcode or place')).toHaveValue('Hollin Cross')
      await expect(
        page.getByRole('link', { name: 'Remove Distance: within 1 mile of Hollin Cross' }),
      ).toBeVisible()

      const marker = page.getByRole('figure').getByRole('link', { name: /Hollin Cross Library/ })
      const target = await marker.getAttribute('href')
      await marker.click()
      await expect(page).toHaveURL(new RegExp(`${target}$`))
      await expect(page.locator(String(target))).toBeInViewport()

      await page.getByRole('link', { name: 'A to Z' }).click()
      await expect(page).toHaveURL(/\?near=52\.426\+-2\.91\+1mi&orderBy=entryTitle$/)
      await expect(count(page)).toHaveText('2 results, showing 1 to 2')
      await page.getByRole('link', { name: /Remove Distance/ }).click()
      await expect(page).toHaveURL(new RegExp(`${VENUES}$`))
      await expect(count(page)).toHaveText('16 results, showing 1 to 16')
    })

    test('the map has place names beside its markers, in its own font size', async ({ page }) => {
      await page.goto(VENUES)
      const names = page.getByRole('figure').locator('svg > g > text')
      await expect(names.filter({ hasText: 'Larkmoor' })).toHaveCSS('font-size', '12px')
      const isCovered = await names.evaluateAll((all) => {
        const markers = [...document.querySelectorAll('figure svg a :is(circle, rect)')]
        return all.some((name) => {
          const one = name.getBoundingClientRect()
          return markers.some((marker) => {
            const other = marker.getBoundingClientRect()
            return (
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom &&
              other.top < one.bottom
            )
          })
        })
      })
      expect(isCovered).toBe(false)
    })

    test('an unknown place has an error at its field, and all places are shown', async ({ page }) => {
      await page.goto(`${VENUES}?near-place=Atlantis&near-distance=5mi`)
      await expect(form(page).getByText('We do not know “Atlantis”.')).toBeVisible()
      await expect(form(page).getByLabel('Postcode or place')).toHaveValue('Atlantis')
      await expect(form(page).getByLabel('Within')).toHaveValue('5mi')
      await expect(page.getByText('so these results are not limited by distance.')).toBeVisible()
      await expect(count(page)).toHaveText('16 results, showing 1 to 16')
      if (javaScriptEnabled) await expectAccessible(page)
    })
  })

test.describe('a visitor who shares their location', () => {
  test.use({
    geolocation: { latitude: 52.387_412, longitude: -3.019_587 },
    permissions: ['geolocation'],
    viewport: { width: 1280, height: 900 },
  })

  test('is asked only on a press on that page, and only the address has the location', async ({ page }) => {
    const requests = recordRequests(page)
    await page.addInitScript(() => {
      const asked = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
      navigator.geolocation.getCurrentPosition = (...given) => {
        document.documentElement.dataset['asked'] = 'yes'
        asked(...given)
      }
    })
    await openVenues(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-asked')
    await form(page).getByLabel('Within').selectOption('5 miles')
    await form(page).getByRole('button', { name: 'Near me' }).click()
    await expect(page).toHaveURL(`${VENUES}?near=52.387+-3.020+5mi`)
    await expect(page.locator('html')).toHaveAttribute('data-asked')
    await expect(form(page).getByRole('button', { name: 'Near me' })).toBeFocused()
    await expect(cards(page).nth(0)).toContainText('Brynfa Library')
    await expect(cards(page).nth(0)).toContainText('0.1 miles away')
    await expect(page.getByRole('link', { name: 'Remove Distance: within 5 miles of you' })).toBeVisible()
    await expectAccessible(page)

    // Another distance keeps the position.
    await form(page).getByLabel('Within').selectOption('1 mile')
    await form(page).getByRole('button', { name: /Apply/ }).click()
    await expect(count(page)).toHaveText(/^1 result$/)
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('52.38')
    expect(await page.evaluate(() => document.cookie)).not.toContain('52.38')
    const told = requests.filter((request) => /52\.38/.test(`${request.url()}${request.postData() ?? ''}`))
    expect([...new Set(told.map((request) => new URL(request.url()).pathname))]).toEqual([VENUES])
    expect(requests.map((request) => `${request.url()}${request.postData() ?? ''}`).join()).not.toContain(
      '52.3874',
    )
  })
})

test('a visitor who refuses sees a message, and can type a place', async ({ page, context }) => {
  await context.clearPermissions()
  await openVenues(page)
  await form(page).getByRole('button', { name: 'Near me' }).click()
  await expect(form(page).getByRole('status')).toContainText('Your browser did not tell us where you are.')
  await expect(form(page).getByRole('button', { name: 'Near me' })).toBeEnabled()
  await expect(page).toHaveURL(new RegExp(`${VENUES}$`))
  // An empty form asks for no distance.
  await form(page).getByRole('button', { name: /Apply/ }).click()
  await expect(form(page).getByRole('status')).toBeEmpty()
  await expect(page).toHaveURL(new RegExp(`${VENUES}$`))
  await form(page).getByLabel('Postcode or place').fill('Skelding')
  await form(page).getByRole('button', { name: /Apply/ }).click()
  await expect(cards(page).nth(0)).toContainText('Skelding')
})

test('code for places is loaded only on a page with places', async ({ page }) => {
  const requests = recordRequests(page)
  const files = () =>
    new Set(
      requests.map(addressOf).filter((one) => one.startsWith('/_mfe/mfe-search/') && one.endsWith('.js')),
    )
  await page.goto('/news')
  await hydrated(page, 'listing')
  await page.waitForLoadState('networkidle')
  const others = files()
  await openVenues(page)
  await page.waitForLoadState('networkidle')
  expect(files().size).toBe(others.size + 1)
})
