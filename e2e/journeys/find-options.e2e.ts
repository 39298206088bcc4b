import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

/** What a visitor types to find an option in a filter's long list is part of the URL. Source: docs/decisions/0089. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('an option of a filter is found by a part of its name and chosen, and the whole list can be shown again', async ({
      page,
    }) => {
      await page.goto('/events?venue-find=librar')
      const venue = page.getByRole('region', { name: 'Venue', exact: true })
      const options = venue.getByRole('combobox', { name: 'Venue' }).getByRole('option')
      await expect(options.filter({ hasText: /librar/i })).not.toHaveCount(0)
      await expect(options.filter({ hasNotText: /librar|^All/i })).toHaveCount(0)
      const found = await options.count()

      await venue.getByLabel('Find in Venue').fill('no such place')
      await venue.getByRole('button', { name: 'Find Venue' }).click()
      await expect(page).toHaveURL(/\/events\?venue-find=no\+such\+place$/)
      await expect(venue.getByRole('status')).toHaveText('None has that in its name')

      await venue.getByLabel('Find in Venue').fill('librar')
      await venue.getByRole('button', { name: 'Find Venue' }).click()
      await expect(page).toHaveURL(/\/events\?venue-find=librar$/)
      await expect(options).toHaveCount(found)
      const name = ((await options.nth(1).textContent()) ?? '').replace(/ \([\d,]+\)$/, '')
      await venue.getByRole('combobox', { name: 'Venue' }).selectOption({ index: 1 })
      await venue.getByRole('button', { name: 'Apply Venue' }).click()
      // The order of parameters differs: without script the form sends its own field last.
      await expect(page).toHaveURL(/\/events\?(?=.*\bvenue=[^&])(?=.*\bvenue-find=librar\b)/)
      await expect(page.getByRole('main').getByRole('link', { name: `Venue: ${name}` })).toBeVisible()

      await venue.getByRole('link', { name: 'Show the list from its beginning' }).click()
      await expect(page).toHaveURL(/\/events\?venue=[^&]+$/)
      await expect(venue.getByLabel('Find in Venue')).toHaveCount(0)
      expect(await options.count()).toBeGreaterThan(found)
    })
  })

test('a page with a search for options is not indexed by search engines, and is accessible', async ({
  page,
}) => {
  await page.goto('/events?venue-find=librar')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex,follow')
  await expectAccessible(page)
})
