import type { Page } from '@playwright/test'
import { accountTest as test, formIsLive, signInAs } from '../support/account-site.ts'
import { answeredWith, expect } from '../support/test.ts'
import { expectPage } from '../support/visit.ts'

/** Everything that a script of the page can read: cookies, storage, history, URL and document. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      window.name,
      history.state,
      location.href,
      document.documentElement.outerHTML,
    ]),
  )

test('no script of a page can read a token: cookies, storage, state, answers', async ({ page, context }) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    answers.push(await response.text().catch(() => ''))
  })
  await page.goto('/account/login?redirect_uri=%2Fmy-larkmoor')
  await formIsLive(page, true)
  await signInAs(page, 'a.member', 'Demo-Member-2026!')
  await expectPage(page, '/my-larkmoor', 'My Larkmoor')
  await page.getByRole('main').getByRole('link', { name: 'Events' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()

  const hidden = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
  const names = ['ContensisSecurityBearerToken', 'ContensisCMSUserName', 'RefreshToken']
  expect(hidden.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(answers.length).toBeGreaterThan(1)
  const seen = [await readable(page), ...answers].join('\n')
  for (const { name, value } of hidden) {
    expect(value.length, name).toBeGreaterThan(15)
    expect(seen, name).not.toContain(value)
  }
  // Names of tokens; the times at which they expire may be readable.
  expect(seen.match(/"(?:access|refresh|id|bearer|security|classic)_?token"/gi)).toBeNull()
  expect(seen).not.toContain('Demo-Member-2026!')
})

test('a form that is being sent shows it, is sent once, and keeps what was typed when the answer is lost', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  await page.goto('/account/login')
  await formIsLive(page, true)
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  let posts = 0
  await page.route('**/account/login', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    await held
    await route.abort()
  })
  await signInAs(page, 'a.member', 'Demo-Member-2026!')
  await expect(page.getByRole('status').filter({ hasText: 'Signing you in…' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  // The button shows that it is busy, but can still be clicked.
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click({ force: true })
  release(undefined)
  await expect(page.getByRole('alert')).toContainText('We could not reach the site')
  await expect(page.getByText('No response from server')).toBeVisible()
  expect(posts).toBe(1)
  await expect(page.getByLabel('Username or email address')).toHaveValue('a.member')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Demo-Member-2026!')
})

test('what was typed before the form was hydrated is kept, and a password is shown on request', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(
    (url) => url.pathname.startsWith('/_mfe/') && url.pathname.endsWith('.js'),
    async (route) => {
      await held
      await route.continue()
    },
  )
  await page.goto('/account/login')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Username or email address').fill('a.member')
  await password.fill('typed early')
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(0)
  release(undefined)
  await formIsLive(page, true)
  await expect(page.getByLabel('Username or email address')).toHaveValue('a.member')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('typed early')
  await expect(page.getByRole('status').filter({ hasText: 'Your password is visible' })).toBeAttached()
})

test('the sign-in link of the header comes back to the page that is shown, after following links too', async ({
  page,
}) => {
  await page.goto('/services')
  await page.getByRole('main').getByRole('link', { name: 'Housing', exact: true }).click()
  await expectPage(page, '/services/housing', 'Housing')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expectPage(page, '/account/login?redirect_uri=%2Fservices%2Fhousing', 'Sign in to your account')
  await signInAs(page, 'a.member', 'Demo-Member-2026!')
  await expectPage(page, '/services/housing', 'Housing')
})

test('by keyboard: errors are reached and corrected, and the visitor signs out by the menu', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(401))
  await page.goto('/account/login?redirect_uri=%2Fmy-larkmoor')
  await formIsLive(page, true)
  await page.getByLabel('Username or email address').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Enter your username or email address' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Username or email address')).toBeFocused()
  await page.keyboard.type('a.member')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Demo-Member-2026!')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectPage(page, '/my-larkmoor', 'My Larkmoor')
  const menu = page.getByRole('banner').locator('details', { hasText: 'Sign out' })
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Change password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/login\?done=signed-out$/)
})

/** The names of the Tab stops in the main part of a screen, in their order. */
async function tabStops(page: Page): Promise<readonly string[]> {
  const stops: string[] = []
  await page.getByRole('main').focus()
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || !element.closest('main')) return null
      return element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    })
    if (name === null) break
    stops.push(name.trim())
  }
  return stops
}

/** The fields and the button of each form, in the order of the Tab key. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  '/account/login': ['username', 'password', 'Sign in'],
  '/account/registration': ['firstName', 'lastName', 'email', 'password', 'Create account'],
  '/account/forgot-password': ['userEmail', 'Send me a link'],
  '/account/reset-password?token=x': ['password', 'Save new password'],
  '/account/verify': ['user', 'Send the email again'],
  '/account/verify?token=x': ['Confirm my email address'],
}

for (const hasScript of [true, false])
  test.describe(hasScript ? 'keyboard' : 'keyboard without script', () => {
    test.use({ javaScriptEnabled: hasScript })

    for (const [screen, wanted] of Object.entries(FORMS))
      test(`reaches every field and button in reading order: ${screen}`, async ({ page }) => {
        await page.goto(screen)
        await formIsLive(page, hasScript)
        const stops = await tabStops(page)
        expect(stops.filter((name) => wanted.includes(name))).toEqual(wanted)
      })
  })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('by keyboard: the error summary is reached, the errors are corrected, and the visitor signs out by the menu', async ({
    page,
  }) => {
    await page.goto('/account/login?redirect_uri=%2Fmy-larkmoor')
    await page.getByLabel('Username or email address').focus()
    await page.keyboard.type('a.member')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username or email address')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Demo-Member-2026!')
    await page.keyboard.press('Enter')
    await expectPage(page, '/my-larkmoor', 'My Larkmoor')
    const menu = page.getByRole('banner').locator('details', { hasText: 'Sign out' })
    await menu.locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/account\/login\?done=signed-out$/)
  })
})
