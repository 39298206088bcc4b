import type { Page } from '@playwright/test'
import { accountTest as test, endSession, formIsLive, signInAs } from '../support/account-site.ts'
import { demonstrationClient } from '../support/environment.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { startShell } from '../support/start-shell.ts'
import { answeredWith, expect } from '../support/test.ts'
import { expectPage, hydrated, isMarked, markDocument } from '../support/visit.ts'

const MEMBER = ['a.member', 'Demo-Member-2026!'] as const
const OTHER = ['j.visitor', 'Demo-Visitor-2026!'] as const
const EDITOR = ['m.okafor', 'Demo-Editor-2026!'] as const

const header = (page: Page) => page.getByRole('banner')
const menu = (page: Page) => header(page).locator('details', { hasText: 'Sign out' })
const signInLink = (page: Page) => header(page).getByRole('link', { name: 'Sign in' })
const reportStep = (page: Page, number: number) =>
  page.getByRole('status').filter({ hasText: `Step ${number} / 3` })

async function signIn(page: Page, who: readonly [string, string], path = '/account/login'): Promise<void> {
  await page.goto(path)
  await formIsLive(page, true)
  await signInAs(page, ...who)
  // The menu alone may be that of a user who was signed in before, on the page that is about to be left.
  await page.waitForURL((url) => url.pathname !== '/account/login')
  await expect(menu(page)).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await menu(page).locator('summary').click()
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
}

/** Serve a page as a shared cache would: rendered without the visitor's cookies. */
const fromSharedCache = (page: Page, path: string): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    const { cookie: _own, ...headers } = await route.request().allHeaders()
    await route.fulfill({ response: await route.fetch({ headers: { ...headers, cookie: '' } }) })
  })

/** Requests of a page for the session's state. */
function sessionRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/session')) seen.push(pathname)
  })
  return seen
}

test('signing in and out in one tab is noticed in the other, which stays on its page', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/news')
  await markDocument(other)
  await expect(signInLink(other)).toBeVisible()
  await signIn(page, MEMBER)
  await expect(menu(other).locator('summary')).toContainText('Asha Member')
  await signOut(page)
  await expect(signInLink(other)).toBeVisible()
  await expect(signInLink(other)).toHaveAttribute('href', '/account/login?redirect_uri=%2Fnews')
  await expect(menu(other)).toHaveCount(0)
  expect(await isMarked(other)).toBe(true)
})

test('a late page in one tab does not sign out a user who has signed in again in another tab', async ({
  page,
  context,
}) => {
  await signIn(page, MEMBER)
  const other = await context.newPage()
  const [asked, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await other.route('**/services', async (route) => {
    const headers = { ...route.request().headers(), cookie }
    asked.resolve(null)
    await released.promise
    // The answer to the cookies of before reaches the browser now.
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  const late = other.goto('/services')
  await asked.promise
  await signIn(page, OTHER, '/account/login?redirect_uri=%2Fnews')
  released.resolve(null)
  await late
  await expect(menu(other)).toBeVisible()
  await page.reload()
  await expect(menu(page)).toBeVisible()
})

test('a page for members goes to sign-in after a sign-out in another tab, and its content is removed', async ({
  page,
  context,
}) => {
  await signIn(page, MEMBER)
  const other = await context.newPage()
  await other.goto('/your-council/members-area')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Members/)
  await signOut(page)
  await expectPage(
    other,
    '/account/login?redirect_uri=%2Fyour-council%2Fmembers-area&done=session-over',
    'Sign in to your account',
  )
  await expect(other.getByText('Welcome back')).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'You are no longer signed in' })).toBeVisible()
})

test('a page that was refused is requested again when a user who may see it signs in', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(answeredWith(403))
  await signIn(page, OTHER)
  const other = await context.newPage()
  await other.goto('/your-council/staff')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You cannot see this page')
  await signIn(page, EDITOR, '/account/login?redirect_uri=%2Fnews')
  await expect(menu(other).locator('summary')).toContainText('Okafor')
  await expect(other.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page from a shared cache gets the account menu of the signed-in user', async ({ page }) => {
  await signIn(page, MEMBER)
  await fromSharedCache(page, '/news')
  const asked = sessionRequests(page)
  const answer = await page.goto('/news')
  expect(await answer?.text()).not.toContain('Asha')
  await expect(menu(page).locator('summary')).toContainText('Asha Member')
  await menu(page).locator('summary').click()
  await expect(menu(page).getByRole('link', { name: 'Change password' })).toBeVisible()
  expect(asked).toContain('/api/session/menu')
})

test('an island of a page from a shared cache is hydrated with the signed-in user', async ({ page }) => {
  await signIn(page, MEMBER)
  await fromSharedCache(page, '/contact')
  const told = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/session')
  await page.goto('/contact')
  await hydrated(page, 'form-1002')
  expect(await (await told).json()).toMatchObject({ user: { name: 'Asha Member' } })
})

test('a form that the user may not send leads to access denied, which names the page, and has its answers again after Back', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(403))
  await page.route('**/postform/**', (route) => route.fulfill({ status: 403, json: { errors: ['No'] } }))
  await page.goto('/contact/report-a-problem')
  await hydrated(page, 'form-1001')
  await describeProblem(page, 'Bin not emptied', 'No')
  await page.getByRole('button', { name: 'Next page' }).click()
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expectPage(
    page,
    '/account/access-denied?original_uri=%2Fcontact%2Freport-a-problem',
    'You cannot see this page',
  )
  await page.goto('/contact/report-a-problem')
  await hydrated(page, 'form-1001')
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')
})

test('for a visitor who is not signed in no session is requested', async ({ page }) => {
  const asked = sessionRequests(page)
  await page.goto('/news')
  await page.getByRole('main').getByRole('link').first().click()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
})

test('a link to a page for members leads to sign-in once the session has ended, and a partly completed form is kept', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(answeredWith(401))
  await signIn(page, MEMBER, '/account/login?redirect_uri=%2Fcontact%2Freport-a-problem')
  await hydrated(page, 'form-1001')
  await page.getByRole('textbox', { name: /What you have seen/ }).fill('Half a report.')
  await endSession(context)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/my-larkmoor'
    link.textContent = 'To my pages'
    document.getElementById('main')?.prepend(link)
  })
  await page.getByRole('link', { name: 'To my pages' }).click()
  await expectPage(
    page,
    '/account/login?redirect_uri=%2Fmy-larkmoor&done=session-over',
    'Sign in to your account',
  )
  await formIsLive(page, true)
  await signInAs(page, ...MEMBER)
  await expectPage(page, '/my-larkmoor', 'My Larkmoor')
  await page.goto('/contact/report-a-problem')
  await hydrated(page, 'form-1001')
  await expect(page.getByRole('textbox', { name: /What you have seen/ })).toHaveValue('Half a report.')
})

test('a form that is sent after the session has ended leads to sign-in and back, and its answers can still be sent', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(answeredWith(401))
  await signIn(page, MEMBER, '/account/login?redirect_uri=%2Fmy-larkmoor')
  await hydrated(page, 'form-1001')
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  await page.getByRole('button', { name: 'Next page' }).click()
  await fillInSender(page)
  await endSession(context)
  await page.getByRole('button', { name: 'Send report' }).click()

  await expectPage(page, '/account/login?redirect_uri=%2Fmy-larkmoor', 'Sign in to your account')
  await formIsLive(page, true)
  await signInAs(page, ...MEMBER)
  await expectPage(page, '/my-larkmoor', 'My Larkmoor')
  await hydrated(page, 'form-1001')
  await expect(reportStep(page, 3)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')
  await expect(page.getByRole('checkbox', { name: /I have read/ })).toBeChecked()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByRole('textbox', { name: /Street and nearest house number/ })).toHaveValue(
    '12 Minster Yard',
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeVisible()
})

test('changing a password after the session has ended leads to sign-in, and back to it', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(answeredWith(401))
  await signIn(page, MEMBER, '/account/login?redirect_uri=%2Faccount%2Fchange-password')
  await expectPage(page, '/account/change-password', 'Change your password')
  await formIsLive(page, true)
  await page.getByLabel('Current password').fill(MEMBER[1])
  await page.getByLabel('New password').fill('seven slow amber kettles')
  await endSession(context)
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  await expectPage(
    page,
    '/account/login?redirect_uri=%2Faccount%2Fchange-password&done=session-over',
    'Sign in to your account',
  )
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('amber')
  await formIsLive(page, true)
  await signInAs(page, ...MEMBER)
  await expectPage(page, '/account/change-password', 'Change your password')
})

test('what one user typed is not shown to the next, nor after signing out', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(answeredWith(401))
  const typed = page.getByRole('textbox', { name: /What you have seen/ })
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('tessera-draft:')))
  await signIn(page, MEMBER, '/account/login?redirect_uri=%2Fmy-larkmoor')
  await hydrated(page, 'form-1001')
  await typed.fill('A secret of Asha’s.')
  await endSession(context)
  // Any request to the server tells this tab that the session is over.
  await page.evaluate(() => fetch('/api/session'))
  await expectPage(
    page,
    '/account/login?redirect_uri=%2Fmy-larkmoor&done=session-over',
    'Sign in to your account',
  )
  expect(await kept()).toEqual(['tessera-draft:1001/my-larkmoor'])
  await formIsLive(page, true)
  await signInAs(page, ...OTHER)
  await expectPage(page, '/my-larkmoor', 'My Larkmoor')
  await hydrated(page, 'form-1001')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled()
  await expect(typed).toHaveValue('')
  expect(await kept()).toEqual([])
  await typed.fill('Another secret.')
  await signOut(page)
  expect(await kept()).toEqual([])
})

test('signing out of a federated sign-in clears what it has stored in the browser, and nothing else', async ({
  page,
}) => {
  const shell = await startShell({
    options: () => ({
      accounts: { client: demonstrationClient() },
      trustedProxies: ['127.0.0.1', '::1'],
      site: { federatedSignIn: true },
    }),
  })
  try {
    await signIn(page, MEMBER, `${shell.url}/account/login`)
    await page.evaluate(() => {
      localStorage.setItem('oidc.user:client', 'somebody')
      sessionStorage.setItem('oidc.state', 'x')
      localStorage.setItem('theme', 'dark')
    })
    await signOut(page)
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(left.toSorted()).toEqual(['tessera-scroll', 'tessera-session', 'theme'])
  } finally {
    await shell.stop()
  }
})
