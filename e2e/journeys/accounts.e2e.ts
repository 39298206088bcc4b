import type { Page } from '@playwright/test'
import {
  accountTest as test,
  aPerson,
  formIsLive,
  mailTo,
  messagesTo,
  signInAs,
  type NewPerson,
} from '../support/account-site.ts'
import type { TestShell } from '../support/start-shell.ts'
import { answeredWith, expect } from '../support/test.ts'
import { expectPage } from '../support/visit.ts'

const NEW_PASSWORD = 'seven slow amber kettles'

const summary = (page: Page) => page.getByRole('alert')
const menu = (page: Page) => page.getByRole('banner').locator('details', { hasText: 'Sign out' })
const done = (page: Page, heading: string) =>
  page.getByRole('main').getByRole('heading', { level: 2, name: heading })
const send = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()

/** Register, follow the link in the e-mail, and press the button there. */
async function becomeMember(page: Page, shell: TestShell, hasScript: boolean): Promise<NewPerson> {
  const person = aPerson('journey')
  await page.goto('/account/registration')
  await formIsLive(page, hasScript)
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await send(page, 'Create account')
  await expect(done(page, 'Check your email')).toBeVisible()
  await page.goto((await mailTo(shell, person.email, /account\/verify/)).link)
  await formIsLive(page, hasScript)
  await send(page, 'Confirm my email address')
  await expect(done(page, 'Your email address is confirmed')).toBeVisible()
  return person
}

async function signOut(page: Page): Promise<void> {
  await menu(page).locator('summary').click()
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(done(page, 'You are signed out')).toBeVisible()
}

for (const hasScript of [true, false]) {
  test.describe(hasScript ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: hasScript })
    test.beforeEach(({ faults }) => {
      // Browsers log an error for the status of each refusal.
      for (const status of [401, 403, 409, 410, 422, 429]) faults.allow(answeredWith(status))
    })

    test('a visitor corrects a wrong password, comes to the page they wanted, and signs out', async ({
      page,
    }) => {
      await page.goto('/my-larkmoor')
      await expectPage(page, '/account/login?redirect_uri=%2Fmy-larkmoor', 'Sign in to your account')
      await formIsLive(page, hasScript)
      await signInAs(page, 'j.visitor', 'not the password')
      await expect(summary(page)).toContainText('The username, email address or password is not right')
      await expect(page.getByLabel('Username or email address')).toHaveValue('j.visitor')
      expect(page.url()).not.toContain('j.visitor')
      await formIsLive(page, hasScript)
      await signInAs(page, 'j.visitor', 'Demo-Visitor-2026!')
      await expectPage(page, '/my-larkmoor', 'My Larkmoor')
      await expect(menu(page).locator('summary')).toContainText('Visitor')
      await signOut(page)
      await page.goto('/my-larkmoor')
      await expect(page).toHaveURL(/\/account\/login\?redirect_uri=%2Fmy-larkmoor&done=session-over$/)
    })

    test('a member without the right group sees why access is denied, and can sign in as another user', async ({
      page,
    }) => {
      await page.goto('/account/login?redirect_uri=%2Fyour-council%2Fstaff')
      await formIsLive(page, hasScript)
      await signInAs(page, 'j.visitor', 'Demo-Visitor-2026!')
      await expectPage(
        page,
        '/account/access-denied?original_uri=%2Fyour-council%2Fstaff',
        'You cannot see this page',
      )
      await page.getByRole('link', { name: 'Sign in with another account' }).click()
      await expect(page.getByText('You are signed in as')).toBeVisible()
      await formIsLive(page, hasScript)
      await signInAs(page, 'm.okafor', 'Demo-Editor-2026!')
      await expect(page).toHaveURL((url) => url.pathname === '/your-council/staff')
    })

    test('an account is created, its address confirmed, and its password changed', async ({
      page,
      accountShell,
    }) => {
      test.slow()
      const { email, password } = await becomeMember(page, accountShell, hasScript)
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await formIsLive(page, hasScript)
      await signInAs(page, email, password)
      await expect(menu(page).locator('summary')).toContainText('Ada')

      await menu(page).locator('summary').click()
      await menu(page).getByRole('link', { name: 'Change password' }).click()
      await expectPage(page, '/account/change-password', 'Change your password')
      await formIsLive(page, hasScript)
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill(NEW_PASSWORD)
      await send(page, 'Change password')
      await expect(summary(page)).toContainText('The current password is not right')
      await formIsLive(page, hasScript)
      await page.getByLabel('Current password').fill(password)
      await page.getByLabel('New password').fill(NEW_PASSWORD)
      await send(page, 'Change password')
      await expect(done(page, 'Your password has been changed')).toBeVisible()
      await signOut(page)
      await formIsLive(page, hasScript)
      await signInAs(page, email, NEW_PASSWORD)
      await expect(menu(page).locator('summary')).toContainText('Ada')
    })

    test('a forgotten password is replaced, once, by the link of a message', async ({
      page,
      accountShell,
    }) => {
      test.slow()
      const { email, password } = await becomeMember(page, accountShell, hasScript)
      await page.goto('/account/login')
      await page.getByRole('link', { name: 'Forgotten your password?' }).click()
      await expectPage(page, '/account/forgot-password', 'Reset your password')
      await formIsLive(page, hasScript)
      await page.getByRole('textbox', { name: 'Email address' }).fill(email)
      await send(page, 'Send me a link')
      await expect(done(page, 'Check your email')).toBeVisible()
      const { link } = await mailTo(accountShell, email, /account\/reset-password/)

      await page.goto(link)
      await formIsLive(page, hasScript)
      await page.getByLabel('Password', { exact: true }).fill('password1234')
      await send(page, 'Save new password')
      await expect(summary(page)).toContainText('easy to guess')
      await formIsLive(page, hasScript)
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
      await send(page, 'Save new password')
      await expect(done(page, 'Your password has been changed')).toBeVisible()

      await page.goto(link)
      await formIsLive(page, hasScript)
      await page.getByLabel('Password', { exact: true }).fill('nine quiet copper bells')
      await send(page, 'Save new password')
      await expect(summary(page)).toContainText('This link has been used already')
      await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()

      await page.goto('/account/login')
      await formIsLive(page, hasScript)
      await signInAs(page, email, password)
      await expect(summary(page)).toContainText('not right')
      await formIsLive(page, hasScript)
      await signInAs(page, email, NEW_PASSWORD)
      await expect(menu(page)).toBeVisible()
    })

    test('an account that was created in another browser gets its password from whoever has the message', async ({
      page,
      accountShell,
    }) => {
      test.slow()
      const { email, password } = aPerson('stranger')
      await page.goto('/account/registration')
      await formIsLive(page, hasScript)
      await page.getByRole('textbox', { name: 'Email address' }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await send(page, 'Create account')
      const { link } = await mailTo(accountShell, email, /account\/verify/)
      await page.context().clearCookies()
      await page.goto(link)
      await formIsLive(page, hasScript)
      await send(page, 'Confirm my email address')
      await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
      await expect(page.getByText('The account was created in another browser')).toBeVisible()
      await formIsLive(page, hasScript)
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
      await send(page, 'Save new password')
      await expect(done(page, 'Your password has been changed')).toBeVisible()
      await page.goto('/account/login')
      await formIsLive(page, hasScript)
      await signInAs(page, email, NEW_PASSWORD)
      await expect(menu(page)).toBeVisible()
    })

    test('the message that confirms an address can be sent again', async ({ page, accountShell }) => {
      const { email, password } = aPerson('again')
      await page.goto('/account/registration')
      await formIsLive(page, hasScript)
      await page.getByRole('textbox', { name: 'Email address' }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await send(page, 'Create account')
      await mailTo(accountShell, email, /account\/verify/)
      await page.goto('/account/verify?token=not-a-token')
      await formIsLive(page, hasScript)
      await send(page, 'Confirm my email address')
      await expect(summary(page)).toContainText('This link has been used already, or is too old')
      await formIsLive(page, hasScript)
      await page.getByRole('textbox', { name: 'Email address' }).fill(email)
      await send(page, 'Send the email again')
      await expect(done(page, 'Check your email')).toBeVisible()
      await expect.poll(() => messagesTo(accountShell, email).length).toBe(2)
    })

    test('errors of a registration are shown at their fields, and nothing typed is lost', async ({
      page,
    }) => {
      await page.goto('/account/registration')
      await formIsLive(page, hasScript)
      await page.getByLabel('First name').fill('Ada')
      await page.getByRole('textbox', { name: 'Email address' }).fill('ada@post.example')
      await page.getByLabel('Password', { exact: true }).fill('password1234')
      await send(page, 'Create account')
      await expect(summary(page)).toBeFocused()
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/easy to guess/)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(hasScript ? 'password1234' : '')
      await expect(page.getByLabel('First name')).toHaveValue('Ada')
      await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('ada@post.example')
      expect(page.url()).not.toContain('ada')
      await summary(page).getByRole('link').first().click()
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    })

    test('after too many attempts the answer says how long to wait', async ({ page }) => {
      await page.goto('/account/login')
      for (let tries = 0; tries < 6; tries += 1) {
        await formIsLive(page, hasScript)
        await signInAs(page, 'nobody.limited', `wrong ${tries}`)
        await expect(summary(page)).toBeVisible()
        if (await summary(page).getByText('too many attempts').isVisible()) break
      }
      await expect(summary(page)).toContainText(/There were too many attempts\. Try again in \d+ minutes?/)
    })

    test('the Welsh screens stay Welsh', async ({ page }) => {
      await page.goto('/cy/account/login')
      await formIsLive(page, hasScript)
      await page.getByLabel('Enw defnyddiwr neu gyfeiriad e-bost').fill('t.friend')
      await page.getByLabel('Cyfrinair', { exact: true }).fill('anghywir')
      await send(page, 'Mewngofnodi')
      await expect(summary(page)).toContainText('yn gywir')
      await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
      await formIsLive(page, hasScript)
      await page.getByLabel('Enw defnyddiwr neu gyfeiriad e-bost').fill('t.friend')
      await page.getByLabel('Cyfrinair', { exact: true }).fill('Demo-Friend-2026!')
      await send(page, 'Mewngofnodi')
      await expect(page).toHaveURL((url) => url.pathname === '/cy')
      await expect(page.getByRole('banner').locator('details', { hasText: 'Allgofnodi' })).toBeVisible()
    })

    test('a Welsh page that is for some visitors leads to Welsh screens, and back to it', async ({
      page,
    }) => {
      const members = '/cy/eich-cyngor/ardal-yr-aelodau'
      const staff = '/cy/eich-cyngor/staff'
      await page.goto(members)
      await expectPage(
        page,
        `/cy/account/login?redirect_uri=${encodeURIComponent(members)}`,
        'Mewngofnodi i’ch cyfrif',
      )
      await formIsLive(page, hasScript)
      await page.getByLabel('Enw defnyddiwr neu gyfeiriad e-bost').fill('t.friend')
      await page.getByLabel('Cyfrinair', { exact: true }).fill('Demo-Friend-2026!')
      await send(page, 'Mewngofnodi')
      await expect(page).toHaveURL((url) => url.pathname === members)
      await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
      await page.goto(staff)
      await expectPage(
        page,
        `/cy/account/access-denied?original_uri=${encodeURIComponent(staff)}`,
        'Ni allwch weld y dudalen hon',
      )
      await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
      await page.getByRole('link', { name: 'Mewngofnodi gyda chyfrif arall' }).click()
      await expect(page).toHaveURL((url) => url.pathname === '/cy/account/login')
    })
  })
}
