import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

const COLLECTIONS = '/services/bins-and-recycling/collection-days'

/** The look-up of collection days, and what it has come to. */
const lookUp = (page: Page) => page.locator('#collection-days')

async function find(page: Page, address: string): Promise<void> {
  await lookUp(page).getByLabel('Your postcode or street').fill(address)
  await lookUp(page).getByRole('button', { name: 'Find my days' }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the next collections of a street are found by postcode, and put into a calendar', async ({
      page,
      request,
    }) => {
      await page.goto(COLLECTIONS)
      await find(page, 'lk2 4zz')
      await expect(
        lookUp(page).getByRole('heading', { name: 'Which of these streets is yours?' }),
      ).toBeVisible()
      await lookUp(page).getByRole('link', { name: 'Eel Row, Weirside' }).click()
      await expect(lookUp(page).getByRole('heading', { name: 'Eel Row, Weirside' })).toBeInViewport()
      for (const bin of ['Green recycling bin and glass box', 'Grey rubbish bin', 'Food caddy']) {
        const term = lookUp(page).getByRole('term').filter({ hasText: bin })
        await expect(term.locator('xpath=..').getByRole('definition')).toHaveCount(3)
      }
      const calendar = lookUp(page).getByRole('link', { name: 'Add to my calendar' })
      await expect(calendar).toHaveAttribute('href', /^webcal:\/\//)
      const file = await lookUp(page).getByRole('link', { name: 'Download the dates' }).getAttribute('href')
      const answer = await request.get(String(file))
      expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
      expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Food caddy\r\n[^]*END:VCALENDAR$/)
      if (javaScriptEnabled) await expectAccessible(page)
    })

    test('a street that nobody knows is answered with what helps', async ({ page }) => {
      await page.goto(COLLECTIONS)
      await find(page, 'Nowhere Street')
      await expect(
        lookUp(page).getByRole('heading', { name: 'We do not know “Nowhere Street”' }),
      ).toBeVisible()
      await expect(lookUp(page).getByRole('link', { name: '01632 960100' })).toHaveAttribute(
        'href',
        'tel:01632960100',
      )
      await expect(lookUp(page).getByLabel('Your postcode or street')).toHaveValue('Nowhere Street')
    })

    test('an event is found under its month and put into a calendar', async ({ page, request }) => {
      await page.goto('/events')
      const month = page.getByRole('heading', { level: 3, name: /^[A-Z][a-z]+ \d{4}$/ }).first()
      const event = month.locator('xpath=following::a[1]')
      const title = await event.innerText()
      await event.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const link = page.getByRole('main').getByRole('link', { name: 'Add to my calendar' })
      const file = await request.get(String(await link.getAttribute('href')))
      expect((await file.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    })

    test('a neighbour objects to an application, whose reference is filled in', async ({ page }) => {
      await page.goto('/planning/applications/2026-0282-hse')
      await expect(page.getByRole('img', { name: /^Map: where 69 Church Lane/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Other applications in Church Lane' })).toBeVisible()
      const comment = page.getByRole('link', { name: 'Comment on this application' })
      await comment.click()
      await expect(page.getByRole('textbox', { name: /Application reference/ })).toHaveValue('2026/0282/HSE')
    })

    test('a library says whether it is open now, shows where it is, and leads there', async ({ page }) => {
      await page.goto('/libraries-and-leisure/weirside-library')
      await expect(page.getByText(/^(?:Open now until|Closed now, opens .* at) \d\d:\d\d$/)).toBeVisible()
      await expect(page.getByRole('img', { name: 'Map: where Weirside Library and Hub is' })).toBeVisible()
      const directions = page.getByRole('link', { name: 'Directions' })
      await expect(directions).toHaveAttribute('href', /^https:\/\/[^?]+\?.*52\.39/)
    })

    test('to pay council tax, the button comes first', async ({ page }) => {
      await page.goto('/services/council-tax/pay')
      const button = page.getByRole('main').getByRole('link', { name: 'Set up a Direct Debit' })
      await expect(button).toBeInViewport()
      await button.click()
      await expect(page).toHaveURL(/\/services\/council-tax\/ask-a-question$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask about council tax')
    })
  })

test('collection days are looked up and printed in Welsh, without the rest of the page', async ({ page }) => {
  await page.goto('/cy/gwasanaethau/biniau-ac-ailgylchu/diwrnodau-casglu?address=lon%20las')
  await expect(lookUp(page).getByRole('heading', { name: 'Lôn Las, Nantlas' })).toBeVisible()
  await expect(lookUp(page).getByText('Bin sbwriel llwyd').first()).toBeVisible()
  const rest = page.getByRole('heading', { name: 'Gwyliau banc' })
  await expect(rest).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rest).toBeHidden()
  await expect(lookUp(page).getByText('Bin sbwriel llwyd').first()).toBeVisible()
  await expect(lookUp(page).getByRole('button')).toBeHidden()
})
