import type { Page } from '@playwright/test'
import { FORM_PAGE } from '../support/pages.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated, isMarked, markDocument } from '../support/visit.ts'

/** A form of three pages; the last has a captcha of the embedded platform's fake: a checkbox. */
const CAPTCHA_PAGE = '/contact/book-an-appointment'
const UNSOLVED = 'Please complete captcha before submitting'

const isScript = (url: URL) => url.pathname === '/api/platform/captcha/api.js'
const box = (page: Page) => page.getByRole('checkbox', { name: 'I am not a robot' })
const send = (page: Page) => page.getByRole('button', { name: 'Ask for this appointment' })
const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const group = (page: Page) => page.getByRole('group', { name: 'Captcha: check that you are a person' })
const booked = (page: Page) => page.getByRole('status').filter({ hasText: 'We have your request' })
const policyOf = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? ''

/** Fill in everything except the captcha. */
async function fillIn(page: Page): Promise<void> {
  await page.goto(CAPTCHA_PAGE)
  await hydrated(page, 'form-1005')
  await page.getByRole('radio').first().check()
  await page.getByLabel(/Where would you like to come/).selectOption({ index: 1 })
  await page.getByLabel(/How many of you will come/).fill('2')
  await next(page).click()
  await page.getByLabel(/Day you would like/).fill('2027-03-02')
  const time = page.getByRole('group', { name: /Time you would like/ })
  await time.getByLabel(/Hours/).fill('10')
  await time.getByLabel(/Minutes/).fill('30')
  await next(page).click()
  await page.getByLabel(/First name/).fill('Ada')
  await page.getByLabel(/Last name/).fill('Lovelace')
  await page.getByLabel(/Email address/).fill('ada@post.example')
}

/** Set the token that the fake captcha gives, or its lifetime, by the query of its script. */
const ask = (page: Page, query: Readonly<Record<string, string>>) =>
  page.route(isScript, (route) => {
    const url = new URL(route.request().url())
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return route.continue({ url: url.href })
  })

test.describe('a form with a captcha (specification 4, Form lifecycle)', () => {
  test('its script is loaded on the page where the form is sent; unsolved, it refuses; solved by keyboard, it is sent', async ({
    page,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => isScript(new URL(request.url())) && scripts.push(request.url()))
    await page.goto(CAPTCHA_PAGE)
    await hydrated(page, 'form-1005')
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    await fillIn(page)
    await expect(box(page)).toBeVisible()
    expect(scripts).toHaveLength(1)
    await send(page).click()
    await expect(group(page)).toBeFocused()
    await expect(group(page)).toHaveAccessibleDescription(UNSOLVED)
    await expect(async () => {
      await group(page).focus()
      await page.keyboard.press('Tab')
      await expect(box(page)).toBeFocused({ timeout: 500 })
    }, 'the box follows the group').toPass()
    await page.keyboard.press('Space')
    await expect(page.getByText('The captcha is complete.')).toBeVisible()
    await expect(page.getByText(UNSOLVED)).toHaveCount(0)
    await send(page).click()
    await expect(booked(page)).toBeVisible()
  })

  test('an expired captcha shows it and has to be solved again', async ({ page }) => {
    await ask(page, { lifetimeMs: '700' })
    await fillIn(page)
    await box(page).check()
    await expect(page.getByText('The captcha has expired.')).toBeVisible()
    await expect(box(page)).not.toBeChecked()
    await page.unroute(isScript)
    await send(page).click()
    await expect(group(page)).toBeFocused()
    await box(page).check()
    await send(page).click()
    await expect(booked(page)).toBeVisible()
  })

  test('a form whose captcha the server refuses shows it, keeps the answers, and can be sent again', async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(422))
    await ask(page, { token: 'demo-refuse' })
    await fillIn(page)
    await box(page).check()
    await send(page).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'The captcha was not accepted, or it was too long ago.' }),
    ).toBeVisible()
    await expect(box(page)).not.toBeChecked()
    await expect(page.getByLabel(/Email address/)).toHaveValue('ada@post.example')
    await expect(booked(page)).toHaveCount(0)
  })

  test('a blocked captcha is replaced by another way to get in touch, and loads on another attempt', async ({
    page,
    faults,
  }) => {
    faults.allow(/ERR_FAILED|ERR_BLOCKED/)
    await page.route(isScript, (route) => route.abort())
    await fillIn(page)
    const alert = page.getByRole('alert').filter({ hasText: 'The captcha could not be loaded' })
    await expect(alert.getByRole('link', { name: '01632 960100' })).toBeVisible()
    await send(page).click()
    await expect(group(page)).toBeFocused()
    await page.unroute(isScript)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await box(page).check()
    await send(page).click()
    await expect(booked(page)).toBeVisible()
  })

  test('only its document has the wider policy, so links to and from it load documents', async ({ page }) => {
    const [wide, plain] = [await policyOf(page, CAPTCHA_PAGE), await policyOf(page, FORM_PAGE)]
    expect(wide).toMatch(
      /script-src 'self' ('sha256-[^']+' )+http:\/\/(localhost|127\.0\.0\.1):\d+\/api\/platform\/captcha\//,
    )
    expect(wide).toContain('tessera-captcha')
    expect(plain).not.toMatch(/captcha/)
    await page.goto(FORM_PAGE)
    await markDocument(page)
    await page.getByRole('link', { name: 'Book an appointment' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Book an appointment' })).toBeVisible()
    expect(await isMarked(page)).toBe(false)
    await markDocument(page)
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
    await expect(page).toHaveURL(FORM_PAGE)
    expect(await isMarked(page)).toBe(false)
  })

  test('a post without a solved captcha is refused, whatever the client', async ({ request, page }) => {
    await fillIn(page)
    const [refused] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/postform/')),
      box(page)
        .check()
        .then(() => send(page).click()),
    ])
    const body = new URLSearchParams(refused.postData() ?? '')
    body.delete('captchaResponse')
    const headers = await refused.allHeaders()
    const kept = ['x-form', 'x-form-stamp', 'content-type']
    const answer = await request.post(new URL(refused.url()).pathname, {
      data: body.toString(),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...Object.fromEntries(kept.map((name) => [name, headers[name] ?? ''])),
      },
    })
    expect([answer.status(), await answer.json()]).toMatchObject([422, { code: 'gateway/captcha-unsolved' }])
  })
})

test('a form whose unseen field is filled in is not taken, with script as without (reference forms 4.7)', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(422))
  await fillIn(page)
  await page.locator('input[name="contact_me_by_fax"]').evaluate((input: HTMLInputElement) => {
    input.value = 'spam'
  })
  await box(page).check()
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There was an error' })).toBeVisible()
  await expect(booked(page)).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the page does not mention the captcha', async ({ page }) => {
    await page.goto(CAPTCHA_PAGE)
    await expect(page.getByText(/captcha/i)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled()
  })
})
