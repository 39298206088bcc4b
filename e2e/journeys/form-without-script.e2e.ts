import type { Page } from '@playwright/test'
import { formTest as test } from '../support/form-site.ts'
import { answeredWith, expect } from '../support/test.ts'

const PHOTO = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080200000090', 'hex'),
  Buffer.alloc(2_000, 7),
])
const photo = { name: 'twll.png', mimeType: 'image/png', buffer: PHOTO }
const program = { name: 'twll.exe', mimeType: 'application/octet-stream', buffer: PHOTO }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const step = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const summary = (page: Page) => page.getByRole('alert').getByRole('link')
const answersOf = (post: { readonly answers: readonly { question: string; answer: string }[] } | undefined) =>
  Object.fromEntries((post?.answers ?? []).map(({ question, answer }) => [question, answer]))

test.use({ javaScriptEnabled: false })
// The console logs an error for the status of a refusal.
test.beforeEach(({ faults }) => faults.allow(answeredWith(422)))

test('in Welsh: rules skip a page, errors and files have Welsh messages, and the report is stored with its photograph', async ({
  page,
  stored,
}) => {
  const next = button(page, 'Tudalen nesaf')
  await page.goto('/cy/adrodd')
  await next.click()
  await expect(summary(page).first()).toHaveText('Mae Math o broblem yn faes gofynnol')
  await expect(page.getByLabel(/Math o broblem/)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(/Math o broblem/).selectOption('Bin heb ei wagio')
  await page.getByRole('radio', { name: 'Na allai' }).check()
  await page.getByRole('textbox', { name: /Yr hyn a welsoch/ }).fill('Twll dwfn wrth ymyl y palmant.')
  await page.getByRole('radio', { name: /Hoffwn/ }).check()
  await next.click()
  // A bin that was not emptied needs no place, so page 2 is skipped.
  await expect(step(page, 'Cam 3 / 3')).toBeVisible()
  await button(page, 'Tudalen flaenorol').click()
  await page.getByLabel(/Math o broblem/).selectOption('Graffiti')
  await next.click()

  await expect(step(page, 'Cam 2 / 3')).toBeVisible()
  await page.getByRole('textbox', { name: /Stryd a rhif/ }).fill('12 Stryd y Gweinidog')
  await page.getByLabel(/Dyddiad y gwelsoch ef/).fill('2026-09-14')
  await page.getByLabel(/^Llun/).setInputFiles(program)
  await next.click()
  // Only the server checks the file's content: the error is on the page where the file was chosen, and the visitor stays there.
  await expect(step(page, 'Cam 2 / 3')).toBeVisible()
  await expect(summary(page)).toHaveText(/^Nid yw’r ffeil o fath a ganiateir/)
  await expect(summary(page)).toHaveAttribute('href', `#${await page.getByLabel(/^Llun/).getAttribute('id')}`)
  await expect(page.getByRole('textbox', { name: /Stryd a rhif/ })).toHaveValue('12 Stryd y Gweinidog')
  await page.getByLabel(/^Llun/).setInputFiles(photo)
  await next.click()

  await expect(step(page, 'Cam 3 / 3')).toBeVisible()
  await button(page, 'Anfon adroddiad').click()
  await expect(summary(page).first()).toHaveText('Mae Enw cyntaf yn faes gofynnol')
  await page.getByRole('textbox', { name: 'Enw cyntaf' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Cyfenw' }).fill('Ymwelydd')
  await page.getByRole('textbox', { name: /Cyfeiriad e-bost/ }).fill('ada@post.example')
  await page.getByRole('checkbox', { name: /Rwyf wedi darllen/ }).check()
  await button(page, 'Anfon adroddiad').click()
  const done = page.getByRole('status').filter({ hasText: 'Cyfeirnod y ffurflen yw' })
  await expect(done).toContainText('Mae eich adroddiad gennym')
  await expect(page.getByRole('heading', { name: 'Dywedwch wrthym beth sydd o’i le' })).toHaveCount(0)

  const [post, ...others] = await stored('1004')
  expect(others).toEqual([])
  expect(post?.reference).toBe(await done.locator('strong').textContent())
  expect(post?.files).toMatchObject([{ name: 'twll.png', size: PHOTO.length }])
  expect(answersOf(post)).toMatchObject({ 'Stryd a rhif y tŷ agosaf': '12 Stryd y Gweinidog' })
})

test('over the Forms API, in Welsh: the author’s error messages, the previous page, the review of all answers, and the confirmation by rules', async ({
  page,
  stored,
}) => {
  const next = button(page, 'Tudalen nesaf')
  await page.goto('/cy/treth')
  await page.getByRole('textbox', { name: /Rhif y cyfrif/ }).fill('4001')
  await next.click()
  await expect(summary(page)).toHaveText([
    'Dewiswch y pwnc',
    'Mae wyth digid mewn rhif cyfrif',
    'Ysgrifennwch eich cwestiwn',
  ])
  await page.getByRole('radio', { name: 'Anhawster talu' }).check()
  await page.getByRole('textbox', { name: /Rhif y cyfrif/ }).fill('40012345')
  await page.getByRole('textbox', { name: /Eich cwestiwn/ }).fill('A gaf i dalu bob wythnos?')
  await next.click()
  await page.getByLabel(/Faint o oedolion/).fill('2')
  await page.getByLabel(/Pryd y symudoch/).fill('2999-04-01')
  await page.getByRole('checkbox', { name: 'Mae rhywun yn ofalwr' }).check()
  await next.click()
  await button(page, 'Tudalen flaenorol').click()
  await expect(page.getByRole('checkbox', { name: 'Mae rhywun yn ofalwr' })).toBeChecked()
  await next.click()
  await page.getByRole('textbox', { name: /Eich enw/ }).fill('Ada')
  await page.getByRole('textbox', { name: /Cyfeiriad e-bost/ }).fill('ada@post.example')
  await page.getByRole('checkbox', { name: /Rwyf wedi darllen/ }).check()
  const time = page.getByRole('group', { name: /Yr amser gorau i ffonio/ })
  await expect(time.getByRole('combobox')).toHaveCount(0)
  await time.getByLabel(/Oriau/).fill('24')
  await time.getByLabel(/Munudau/).fill('05')
  await next.click()
  await expect(summary(page)).toHaveText(['Rhaid i’r oriau fod yn rhif rhwng 0 a 23'])
  await time.getByLabel(/Oriau/).fill('15')
  await next.click()
  await expect(page.getByRole('heading', { name: 'Gwirio eich atebion' })).toBeVisible()
  await button(page, 'Anfon cwestiwn').click()
  // Only the content system knows that this is wrong: it is shown on the page of the question.
  await expect(summary(page)).toHaveText(['Rhowch ddyddiad yn y gorffennol'])
  await expect(page.getByLabel(/Pryd y symudoch/)).toHaveAccessibleDescription(/Rhowch ddyddiad/)
  await expect(page.getByLabel(/Faint o oedolion/)).toHaveValue('2')
  await page.getByLabel(/Pryd y symudoch/).fill('2019-04-01')
  await next.click()
  await expect(page.getByRole('definition').filter({ hasText: '15:05' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Anhawster talu' })).toBeVisible()
  await button(page, 'Anfon cwestiwn').click()
  await expect(page.getByText('Bydd rhywun yn eich ffonio o fewn un diwrnod gwaith.')).toBeVisible()

  const [post, ...others] = await stored('councilTaxQuestion')
  expect(others).toEqual([])
  expect(post?.language).toBe('cy')
  expect(post?.fields).toMatchObject({
    topic: 'paying',
    account: '40012345',
    adults: 2,
    situations: ['carer'],
    privacy: true,
    callAt: '15:05',
  })
  expect(JSON.stringify(post?.fields)).toContain('2019-04-01')
})

test('a booking: an invalid date and time show errors; valid ones are stored as they were chosen', async ({
  page,
  stored,
}) => {
  const next = button(page, 'Next page')
  await page.goto('/booking')
  await page.getByRole('radio', { name: 'Planning advice' }).check()
  await page.getByLabel(/Where would you like to come/).selectOption('By video call')
  await page.getByLabel(/How many of you will come/).fill('2')
  await next.click()
  const time = page.getByRole('group', { name: /Time you would like/ })
  await time.getByLabel(/Hours/).fill('25')
  await time.getByLabel(/Minutes/).fill('75')
  await next.click()
  await expect(summary(page)).toHaveText([
    'Day you would like is a required field',
    'Hours must be a number between 1 and 12',
    'Minutes must be a number between 00 and 59',
  ])
  await page.getByLabel(/Day you would like/).fill('2027-03-02')
  await time.getByLabel(/Hours/).fill('10')
  await time.getByLabel(/Minutes/).fill('30')
  await time.getByLabel(/AM\/PM/).selectOption('PM')
  await page.getByRole('checkbox', { name: 'A hearing loop' }).check()
  await next.click()
  await button(page, 'Previous page').click()
  await expect(page.getByLabel(/Day you would like/)).toHaveValue('2027-03-02')
  await expect(time.getByLabel(/Minutes/)).toHaveValue('30')
  await next.click()
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Visitor')
  await page.getByRole('textbox', { name: /Email address/ }).fill('ada@post.example')
  await button(page, 'Ask for this appointment').click()
  await expect(page.getByRole('status').filter({ hasText: 'We have your request' })).toBeVisible()
  const [post] = await stored('1005')
  expect(answersOf(post)).toMatchObject({
    'Day you would like': '2027-03-02',
    'Time you would like: hour': '10',
    'Time you would like: minute': '30',
    'Time you would like: period': 'PM',
    'What would help you?': 'loop',
  })
})

test('a form with a redirect to another site leads there once it is sent', async ({ page, stored }) => {
  const answer = { contentType: 'text/html', body: '<!doctype html><title>Pay</title><h1>Pay for it</h1>' }
  await page.route('https://pay.example/**', (route) => route.fulfill(answer))
  await page.goto('/permit')
  await page.getByRole('textbox', { name: /Number plate/ }).fill('LK26 ABC')
  await button(page, 'Send: Parking permit').click()
  await expect(page.getByRole('heading', { name: 'Pay for it' })).toBeVisible()
  expect(page.url()).toBe('https://pay.example/permit?from=form')
  const [post] = await stored('2007')
  expect(answersOf(post)).toMatchObject({ 'Number plate': 'LK26 ABC' })
})
