import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { startAuthor } from '../support/author.ts'
import { publishedFields } from '../support/demo-content.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const COLLECTIONS = '/services/bins-and-recycling/collection-days'

/** The look-up of collection days, with its result. */
const lookUp = (page: Page) => page.locator('#collection-days')

async function find(page: Page, address: string): Promise<void> {
  await lookUp(page).getByLabel('Your postcode or street').fill(address)
  await lookUp(page).getByRole('button', { name: 'Find my days' }).click()
}

/** Wait until a form can be sent: it is hydrated, and old enough for the gateway, which refuses posts that come at once. */
async function ready(page: Page, slot: string, hasScript: boolean): Promise<void> {
  if (hasScript) await hydrated(page, slot)
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(400)
}

/** The application 2026/0282/HSE. */
const APPLICATION = '8ee4ba68-ae9a-4f09-8f9b-32832001ca11'
const THREE_WEEKS_MS = 21 * 86_400_000

/** Let its consultation end in three weeks, whenever the journey runs. */
async function openForComment(): Promise<void> {
  const author = await startAuthor()
  const consultationEnds = new Date(Date.now() + THREE_WEEKS_MS).toISOString()
  await author.change(APPLICATION, { ...publishedFields(APPLICATION), consultationEnds })
  await author.publish(APPLICATION)
}

async function whoAsks(page: Page): Promise<void> {
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Weir')
  await page.getByLabel(/^Email address/).fill('ada@post.example')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the next collections of a street are found by postcode, and added to a calendar', async ({
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

    test('for an unknown street the page shows what to do', async ({ page }) => {
      await page.goto(COLLECTIONS)
      await find(page, 'Nowhere Street')
      await expect(
        lookUp(page).getByRole('heading', { name: 'We do not know “Nowhere Street”' }),
      ).toBeVisible()
      await expect(lookUp(page).getByRole('link', { name: '01632 960120' })).toHaveAttribute(
        'href',
        'tel:01632960120',
      )
      await expect(lookUp(page).getByLabel('Your postcode or street')).toHaveValue('Nowhere Street')
    })

    test('an event is found under its month and added to a calendar', async ({ page, request }) => {
      await page.goto('/events')
      const month = page.getByRole('heading', { level: 3, name: /^[A-Z][a-z]+ \d{4}$/ }).first()
      // Repeated events are skipped, because their calendar file has an event for each session.
      const event = month.locator('xpath=following::li[.//time and not(contains(., "Next:"))][1]//a')
      const title = await event.innerText()
      await event.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const link = page.getByRole('main').getByRole('link', { name: 'Add to my calendar' })
      const file = await request.get(String(await link.getAttribute('href')))
      expect((await file.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    })

    test('a neighbour comments on an application, whose reference is filled in', async ({ page }) => {
      await openForComment()
      await expect(async () => {
        await page.goto('/planning/applications/2026-0282-hse')
        await expect(page.getByRole('link', { name: 'Comment on this application' })).toBeVisible({
          timeout: 1_000,
        })
      }).toPass()
      await expect(page.getByRole('img', { name: /^Map: where 69 Church Lane/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Other applications in Church Lane' })).toBeVisible()
      const comment = page.getByRole('link', { name: 'Comment on this application' })
      await comment.click()
      await expect(page.getByRole('textbox', { name: /Application reference/ })).toHaveValue('2026/0282/HSE')
      await ready(page, 'form-1007', javaScriptEnabled)
      await whoAsks(page)
      await page.getByLabel(/^Your view/).selectOption('I object')
      await page.getByLabel(/^Your comment/).fill('The extension would take the light from our kitchen.')
      await page.getByRole('button', { name: 'Send comment' }).click()
      await expect(page.getByText('goes to the officer who deals with the application')).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
    })

    test('a library shows whether it is open now and where it is, with a link to directions', async ({
      page,
    }) => {
      await page.goto('/libraries-and-leisure/weirside-library')
      await expect(
        page.getByText(
          /^(?:Open now until|Closed now, opens (?:today|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day) at) (?:\d{1,2}(?:\.\d\d)?[ap]m|midday|midnight)$/,
        ),
      ).toBeVisible()
      await expect(page.getByRole('img', { name: 'Map: where Weirside Library and Hub is' })).toBeVisible()
      const directions = page.getByRole('link', { name: 'Directions' })
      await expect(directions).toHaveAttribute('href', /^https:\/\/[^?]+\?.*52\.39/)
    })

    test('the page to pay council tax begins with the button', async ({ page }) => {
      await page.goto('/services/council-tax/pay')
      const button = page.getByRole('main').getByRole('link', { name: 'Set up a Direct Debit' })
      await expect(button).toBeInViewport()
      await button.click()
      await expect(page).toHaveURL(/\/services\/council-tax\/ask-a-question$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask about council tax')
      await ready(page, 'form-councilTaxQuestion', javaScriptEnabled)
      await page.getByLabel('Setting up a Direct Debit').check()
      await page.getByLabel(/^Account number/).fill('41234567')
      await page.getByLabel(/^Your question/).fill('Please take each payment on the 15th.')
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByLabel(/^How many adults/).fill('2')
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByLabel(/^Your name/).fill('Ada Weir')
      await page.getByLabel(/^Email address/).fill('ada@post.example')
      await page.getByLabel('I have read how the council uses my information').check()
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page.getByText('41234567')).toBeVisible()
      await page.getByRole('button', { name: 'Send question' }).click()
      await expect(page.getByText('with the Direct Debit form')).toBeVisible()
    })

    test('a councillor is found by postcode', async ({ page }) => {
      await page.goto('/your-council')
      await page.getByRole('main').getByRole('link', { name: 'Find your councillor' }).first().click()
      const finder = page.locator('#your-councillors')
      await finder.getByLabel('Your postcode or street').fill('LK2 4SS')
      await finder.getByRole('button', { name: 'Find my councillors' }).click()
      await expect(finder.getByRole('heading', { name: 'Councillors for Weirside' })).toBeInViewport()
      await expect(finder.getByRole('listitem')).toHaveCount(3)
      const councillor = finder.getByRole('listitem').first().getByRole('link')
      const name = await councillor.innerText()
      if (javaScriptEnabled) await expectAccessible(page)
      await councillor.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('link', { name: /@larkmoor\.example$/ }).first()).toBeVisible()
    })

    test('a parking permit is renewed', async ({ page }) => {
      await page.goto('/services/roads-and-parking/parking-permits')
      await page.getByRole('link', { name: 'Renew your permit' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renew a parking permit')
      await ready(page, 'form-1011', javaScriptEnabled)
      await page.getByLabel(/^Permit number/).fill('LK123456')
      await page.getByLabel(/^Vehicle registration/).fill('AB12 CDE')
      await page.getByLabel(/^Kind of permit/).selectOption({ label: 'Resident, electric car' })
      await page.getByLabel('Yes', { exact: true }).check()
      await page.getByLabel(/^Street and house number/).fill('4 Eel Row')
      await page.getByLabel(/^Postcode/).fill('LK2 4SS')
      await whoAsks(page)
      await page.getByRole('button', { name: 'Renew my permit' }).click()
      await expect(page.getByText('We check your permit and write to you')).toBeVisible()
    })

    test('a hall is booked, and answers are kept when one is missing', async ({ page, faults }) => {
      faults.allow(answeredWith(422))
      await page.goto('/libraries-and-leisure/book-a-hall')
      await ready(page, 'form-1013', javaScriptEnabled)
      await page.getByLabel(/^Which hall/).selectOption({ label: 'Community Room, Weirside Library' })
      await page.getByLabel('A party').check()
      await page.getByLabel(/^Day/).fill('2027-02-20')
      await page.getByLabel('Hours').fill('2')
      await page.getByLabel('Minutes').fill('30')
      await page.getByLabel(/AM|PM/).last().selectOption('PM')
      await whoAsks(page)
      await page.getByRole('button', { name: 'Ask for this hall' }).click()
      await expect(page.getByRole('link', { name: 'Enter how many people will come' })).toBeVisible()
      await expect(page.getByLabel('A party')).toBeChecked()
      await page.getByLabel(/^How many people/).fill('40')
      await ready(page, 'form-1013', false)
      await page.getByRole('button', { name: 'Ask for this hall' }).click()
      await expect(page.getByText('whether the hall is free')).toBeVisible()
    })

    test('a missed bin is reported from the page about collections', async ({ page }) => {
      await page.goto('/services/bins-and-recycling/missed-collection')
      await page.getByRole('main').getByRole('link', { name: 'Report a problem' }).click()
      await ready(page, 'form-1001', javaScriptEnabled)
      await page.getByLabel(/^Kind of problem/).selectOption('Bin not emptied')
      await page.getByLabel('No', { exact: true }).check()
      await page.getByLabel(/^What you have seen/).fill('The green bin of number 4 is still full.')
      await page.getByLabel('No, I only want you to know').check()
      await page.getByRole('button', { name: 'Next page' }).click()
      await whoAsks(page)
      await page.getByLabel('I have read how the council uses my information').check()
      await page.getByRole('button', { name: 'Send report' }).click()
      await expect(page.getByText('look at it within one working day')).toBeVisible()
    })

    test('a question is sent to the council', async ({ page }) => {
      await page.goto('/contact')
      await ready(page, 'form-1002', javaScriptEnabled)
      await whoAsks(page)
      await page.getByLabel(/^What is it about/).selectOption('Housing')
      await page.getByLabel(/^Your message/).fill('When is the waiting list open?')
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByText('We answer within three working days.')).toBeVisible()
    })

    test('a council document is found by its text and downloaded', async ({ page, request }) => {
      await page.goto('/')
      await page.getByRole('banner').getByRole('searchbox').fill('budget book')
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /budget book/i })
        .first()
        .click()
      const file = page.getByRole('main').getByRole('link', { name: /PDF/ }).first()
      const answer = await request.get(String(await file.getAttribute('href')))
      expect(answer.headers()['content-type']).toContain('application/pdf')
    })

    test('an appointment is made in Welsh: three pages, all texts in Welsh', async ({ page }) => {
      await page.goto('/cy/cysylltu/trefnu-apwyntiad')
      await ready(page, 'form-1015', javaScriptEnabled)
      await page.getByLabel('Tai', { exact: true }).check()
      await page.getByLabel(/^I ble hoffech chi ddod/).selectOption({ label: 'Llyfrgell Brynfa' })
      await page.getByLabel(/^Faint ohonoch/).fill('2')
      await page.getByRole('button', { name: 'Nesaf' }).click()
      await expect(page.getByLabel(/^Y diwrnod yr hoffech/)).toBeVisible()
      await page.getByLabel(/^Y diwrnod yr hoffech/).fill('2027-03-02')
      const time = page.getByRole('group', { name: /^Yr amser yr hoffech/ })
      await time.getByLabel('Oriau').fill('10')
      await time.getByLabel('Munudau').fill('30')
      await time.getByLabel('yb/yp').selectOption('AM')
      await page.getByRole('button', { name: 'Nesaf' }).click()
      await page.getByLabel('Enw cyntaf').fill('Ada')
      await page.getByLabel('Cyfenw').fill('Weir')
      await page.getByLabel(/^Cyfeiriad e-bost/).fill('ada@post.example')
      // The fake of a provider's captcha; without script there is none.
      if (javaScriptEnabled) await page.getByRole('checkbox', { name: /robot/ }).check()
      await page.getByRole('button', { name: 'Gofyn am yr apwyntiad hwn' }).click()
      await expect(page.getByText('Mae eich cais gennym')).toBeVisible()
      await expect(page.locator('[data-slot="form-1015"]')).not.toContainText(/\b(?:you|the|your|please)\b/i)
    })
  })

test('collection days are found and printed in Welsh, without the rest of the page', async ({ page }) => {
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
