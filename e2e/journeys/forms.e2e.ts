import type { Page } from '@playwright/test'
import { FORM_PAGE, LONG_FORM_PAGE } from '../support/pages.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, hydrated, markDocument, isMarked } from '../support/visit.ts'

const isFormCode = (url: string) => url.includes('/_mfe/mfe-forms/') && url.endsWith('.js')

const step = (page: Page, number: number) =>
  page.getByRole('status').filter({ hasText: `Step ${number} / 3` })
const next = (page: Page) => page.getByRole('button', { name: 'Next page' })

test('a form is hydrated shortly before it comes into view, and not earlier', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  const code: string[] = []
  page.on('request', (request) => isFormCode(request.url()) && code.push(request.url()))
  await page.goto(FORM_PAGE)
  await page.waitForLoadState('networkidle')
  expect(code).toEqual([])
  await expect(page.getByRole('button', { name: 'Send message' }), 'it posts without script').toBeEnabled()
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  expect(code.length).toBeGreaterThan(0)
})

test('what a visitor has typed before a form was hydrated is kept', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(
    (url) => isFormCode(url.pathname),
    async (route) => {
      await held
      await route.continue()
    },
  )
  await page.goto(FORM_PAGE)
  const email = page.getByRole('textbox', { name: /Email address/ })
  await email.fill('somebody@post.example')
  release(undefined)
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await expect(email).toHaveValue('somebody@post.example')
})

test('a visitor reports a problem on three pages, looks back, and gets a reference that the platform knows', async ({
  page,
  request,
}) => {
  await page.goto(LONG_FORM_PAGE)
  await markDocument(page)
  await hydrated(page, 'form-1001')
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  // As those do who double-click everything: "Previous page" is then where "Next page" was.
  await next(page).dblclick()

  await expect(step(page, 2)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where and when?' })).toBeVisible()
  await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByLabel(/Kind of problem/)).toHaveValue(/.+/)
  await expect(page.getByRole('radio', { name: 'Yes, tell me what happens' })).toBeChecked()
  await next(page).click()
  await expect(page.getByRole('textbox', { name: /Street and nearest house number/ })).toHaveValue(
    '12 Minster Yard',
  )
  await next(page).click()

  await expect(step(page, 3)).toBeVisible()
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()

  const done = page.getByRole('status').filter({ hasText: 'Form reference number is' })
  await expect(done).toContainText('Thank you. We have your report')
  await expect(done).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Tell us what is wrong' })).toHaveCount(0)
  const reference = (await done.locator('strong').textContent()) ?? ''
  expect(reference).toMatch(/^\d+$/)
  expect(await isMarked(page)).toBe(true)
  expect(await isKept(request, reference)).toBe(true)
  expect(await isKept(request, String(Number(reference) + 100_000))).toBe(false)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reports a problem on three pages with a photograph, looks back, and gets a reference', async ({
    page,
    request,
    faults,
  }) => {
    // The console logs an error for the status of a refusal.
    faults.allow(/status of 422/)
    await page.goto(LONG_FORM_PAGE)
    await next(page).click()
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeInViewport()
    await expect(page).toHaveURL(`${LONG_FORM_PAGE}#form-id-1001`)
    await describeProblem(page, 'Pothole or damaged road', 'Yes')
    await page.getByRole('textbox', { name: /What you have seen/ }).press('Enter')
    await next(page).click()

    await expect(step(page, 2)).toBeVisible()
    await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
    await page.getByLabel(/Date you saw it/).fill('2026-09-14')
    await page.getByLabel(/Photo/).setInputFiles({ name: 'hole.png', mimeType: 'image/png', buffer: PHOTO })
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(page.getByRole('radio', { name: 'Yes, tell me what happens' })).toBeChecked()
    await next(page).click()
    // Enter means "next", although the "previous" button comes first in the form.
    await expect(page.getByRole('textbox', { name: /Street and nearest house number/ })).toHaveValue(
      '12 Minster Yard',
    )
    await page.getByRole('textbox', { name: /Street and nearest house number/ }).press('Enter')

    await expect(step(page, 3)).toBeVisible()
    await fillInSender(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    const done = page.getByRole('status').filter({ hasText: 'Form reference number is' })
    await expect(done).toContainText('Thank you. We have your report')
    await expect(page).toHaveURL(/form-sent=[0-9a-f]+#form-id-1001$/)
    await expect(done).toBeInViewport()
    await expect(page).toHaveTitle(/^Sent: /)
    const reference = (await done.locator('strong').textContent()) ?? ''
    expect(await isKept(request, reference)).toBe(true)
  })
})

const PHOTO = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080200000090', 'hex'),
  Buffer.alloc(2_000, 7),
])

/** Whether the platform has stored a post of the report form with this number: for any other it refuses the notification. */
async function isKept(request: Page['request'], reference: string): Promise<boolean> {
  const url = `${process.env['PLATFORM_URL']}/REST/UI/FormsModule/sendnotification/71/${reference}`
  return (await request.post(url)).ok()
}

test('an answer decides which pages follow: a missed bin needs no place and no photograph', async ({
  page,
}) => {
  await page.goto(LONG_FORM_PAGE)
  await hydrated(page, 'form-1001')
  await describeProblem(page, 'Bin not emptied', 'No')
  await next(page).click()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeVisible()
  await expect(step(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByLabel(/Kind of problem/)).toBeVisible()
})

test('missing answers are listed with links to their fields, and the first field has the focus', async ({
  page,
}) => {
  await page.goto(LONG_FORM_PAGE)
  await hydrated(page, 'form-1001')
  await page.getByRole('textbox', { name: /What you have seen/ }).fill('too short')
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  for (const message of [
    'Select the kind of problem',
    'Select whether somebody could be hurt',
    'What you have seen must be at least 20 characters long',
    'Select whether you would like a reply',
  ])
    await expect(page.getByRole('link', { name: message })).toBeVisible()
  await expect(page.getByLabel(/Kind of problem/)).toBeFocused()
  await expect(page.getByLabel(/Kind of problem/)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('link', { name: 'What you have seen must be at least 20 characters long' }).click()
  await expect(page.getByRole('textbox', { name: /What you have seen/ })).toBeFocused()
  await describeProblem(page, 'Graffiti', 'Yes')
  await expect(page.getByRole('link', { name: /^Select/ })).toHaveCount(0)
  await next(page).click()
  await expect(step(page, 2)).toBeVisible()
})

test("when a sent form gets no response, the visitor's answers are kept and can be sent again", async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  await page.goto(LONG_FORM_PAGE)
  await hydrated(page, 'form-1001')
  await page.route('**/postform/**', (route) => route.abort())
  await describeProblem(page, 'Bin not emptied', 'No')
  await next(page).click()
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Visitor')
  await page.getByRole('textbox', { name: /Email address/ }).fill('ada@post.example')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'There was an error submitting the form' }),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')
  await page.unroute('**/postform/**')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
})

test('text that is not a number stays in the field, with an error until it is corrected', async ({
  page,
}) => {
  await page.goto('/libraries-and-leisure/book-a-hall')
  const people = page.getByLabel(/How many people will come/)
  await people.scrollIntoViewIfNeeded()
  await expect(page.locator('[data-hydrated]').filter({ has: people })).toBeVisible()
  await people.pressSequentially('10-15')
  await people.press('Enter')
  await expect(people).toHaveAccessibleDescription(/How many people will come\? must be a number/)
  expect(await people.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true)
  await people.press('ControlOrMeta+a')
  await people.pressSequentially('12')
  await expect(people).not.toHaveAccessibleDescription(/must be a number/)
})

test('the wheel of a mouse does not change a number that has the focus', async ({ page }) => {
  await page.goto('/libraries-and-leisure/book-a-hall')
  const people = page.getByLabel(/How many people will come/)
  await people.scrollIntoViewIfNeeded()
  await expect(page.locator('[data-hydrated]').filter({ has: people })).toBeVisible()
  await people.fill('12')
  await people.hover()
  await expect(people).toBeFocused()
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before)
  await expect(people).not.toBeFocused()
  await expect(people).toHaveValue('12')
})

test('a form on a page that was navigated to is mounted too, and unmounted with its page', async ({
  page,
}) => {
  await page.goto('/')
  await markDocument(page)
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Contact', exact: true })
    .click()
  await expectPage(page, FORM_PAGE, 'Contact us')
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Living well' })).toBeVisible()
  await expect(page.locator('[data-slot^="form-"]')).toHaveCount(0)
  await page.goForward()
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  expect(await isMarked(page)).toBe(true)
})

test('a Welsh form has all its texts in Welsh', async ({ page }) => {
  await page.goto('/cy/cysylltu/rhoi-gwybod-am-broblem')
  await hydrated(page, 'form-1004')
  await page.locator('form[method="post"] button[type="submit"]').click()
  await expect(page.getByRole('main')).not.toContainText('is a required field')
  await expect(page.locator('form[method="post"] [aria-invalid="true"]').first()).toBeVisible()
})
