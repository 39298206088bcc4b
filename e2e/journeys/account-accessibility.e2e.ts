import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectNoOverflow } from '../support/accessibility.ts'
import { accountTest as test, formIsLive } from '../support/account-site.ts'
import { signInContext } from '../support/sign-in.ts'
import { answeredWith, expect } from '../support/test.ts'

/** Every state of a screen that a URL can set. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  login: ['', '?error=credentials', '?error=username.missing,password.missing', '?done=signed-out'],
  registration: [
    '',
    '?error=email.invalid,password.too-common',
    '?error=limited&wait=90',
    '?done=registered',
  ],
  'forgot-password': ['', '?error=userEmail.missing', '?done=sent'],
  'reset-password': ['?token=x', '', '?token=x&error=password.too-short', '?error=link', '?done=reset'],
  verify: ['', '?token=x', '?token=x&error=unavailable', '?error=link', '?done=verified', '?done=sent'],
}
/** The same for a signed-in visitor. */
const SIGNED_IN: Readonly<Record<string, readonly string[]>> = {
  'change-password': ['', '?error=currentPassword.credentials', '?error=expired', '?done=changed'],
  login: [''],
  'access-denied': ['?original_uri=%2Fyour-council%2Fstaff'],
}

const expectEverywhere = (page: Page, path: string, state: string): Promise<void> =>
  expectAccessibleEverywhere(page, () => page.goto(`${path}${state}`))

test.beforeEach(({ faults }) => faults.allow(answeredWith(403)))

for (const [screen, states] of Object.entries(STATES))
  for (const prefix of ['', '/cy'])
    test(`the accessibility check finds nothing in any state: ${prefix}/account/${screen}`, async ({
      page,
    }) => {
      test.slow()
      for (const state of states) await expectEverywhere(page, `${prefix}/account/${screen}`, state)
    })

for (const [screen, states] of Object.entries(SIGNED_IN))
  for (const prefix of ['', '/cy'])
    test(`the accessibility check finds nothing for a signed-in visitor: ${prefix}/account/${screen}`, async ({
      page,
      context,
      accountShell,
      visitorAddress,
    }) => {
      test.slow()
      await signInContext(context, accountShell.url, 'member', visitorAddress)
      for (const state of states) await expectEverywhere(page, `${prefix}/account/${screen}`, state)
    })

/** The document as it is without script. Scripts are removed, not switched off, because axe itself is a script. */
const withoutScripts = (page: Page) =>
  page.route(/\/account\//, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text())
      .replace(/<script\b[\s\S]*?<\/script>/g, '')
      .replace(/<\/?noscript[^>]*>/g, '')
    await route.fulfill({ response: answer, body })
  })

for (const [screen, states] of Object.entries(STATES))
  test(`the accessibility check finds nothing in any state without script: /account/${screen}`, async ({
    page,
  }) => {
    test.slow()
    await withoutScripts(page)
    for (const state of states) {
      await page.goto(`/account/${screen}${state}`)
      await expectAccessible(page)
    }
  })

for (const [screen, states] of Object.entries(SIGNED_IN))
  test(`the accessibility check finds nothing without script for a signed-in visitor: /account/${screen}`, async ({
    page,
    context,
    accountShell,
    visitorAddress,
  }) => {
    test.slow()
    await withoutScripts(page)
    await signInContext(context, accountShell.url, 'member', visitorAddress)
    for (const state of states) {
      await page.goto(`/account/${screen}${state}`)
      await expectAccessible(page)
    }
  })

test('the accessibility check finds nothing in the open account menu, wide and narrow', async ({
  page,
  context,
  accountShell,
  visitorAddress,
}) => {
  await signInContext(context, accountShell.url, 'member', visitorAddress)
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    const menu = page.getByRole('banner').locator('details', { hasText: 'Sign out' })
    await menu.locator('summary').click()
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expectAccessible(page)
    const box = await menu.getByRole('list').boundingBox()
    expect(box?.x, `left edge at ${width}`).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), `right edge at ${width}`).toBeLessThanOrEqual(width)
    await expectNoOverflow(page)
  }
})

test('the accessibility check finds nothing while a form is being sent, nor with a password shown', async ({
  page,
}) => {
  await page.goto('/account/login')
  await formIsLive(page, true)
  await page.route('**/account/login', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.getByLabel('Username or email address').fill('a.member')
  await page.getByLabel('Password', { exact: true }).fill('Demo-Member-2026!')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Signing you in…' })).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the name of the signed-in visitor is shown in full, beside the link to the other language', async ({
  page,
  context,
  accountShell,
  visitorAddress,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInContext(context, accountShell.url, 'member', visitorAddress)
  await page.goto(`${accountShell.url}/news`)
  const name = page.getByRole('banner').getByText('Asha Member')
  await expect(name).toBeVisible()
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  const [own, language] = await Promise.all(
    [name, page.getByRole('link', { name: 'Cymraeg' })].map((one) => one.boundingBox()),
  )
  expect(Math.abs((own?.y ?? 0) - (language?.y ?? 99))).toBeLessThan(24)
})
