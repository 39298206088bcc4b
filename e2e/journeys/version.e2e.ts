import {
  enlargeText,
  expectAccessible,
  expectNoOverflow,
  expectWholeWords,
} from '../support/accessibility.ts'
import { copyCheckout, type CheckoutCopy } from '../support/checkout-copy.ts'
import { PLAIN_PAGE } from '../support/pages.ts'
import { startAgent, type TestAgent } from '../support/release-agent.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { signIn, signInContext } from '../support/sign-in.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'

test('the version page shows staff what is running, in both languages and at both widths', async ({
  page,
  context,
  site,
}) => {
  await signInContext(context, site, 'staff')
  await page.goto('/news')
  for (const [path, title] of [
    ['/version', 'Version information'],
    ['/cy/version', 'Gwybodaeth am y fersiwn'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    await expectNoOverflow(page)
    await expectWholeWords(page)
  }
  await enlargeText(page)
  await page.goto('/version')
  await expectNoOverflow(page)
  const sheets = await page
    .locator('link[rel="stylesheet"][href^="/_mfe/mfe-devinfo/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[3]))
  const row = page.getByRole('region', { name: 'Releases' }).getByRole('row', { name: /^mfe-devinfo / })
  await expect(row).toContainText(sheets[0] ?? 'no style sheet')
  await expect(page.getByText('larkmoor-demo-')).toHaveCount(0)
})

test('the version page is refused to members, and asks other visitors to sign in', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/version')
  await expect(page).toHaveURL(/\/account\/login\?redirect_uri=%2Fversion$/)
  await signInContext(context, site, 'member')
  const answer = await page.request.get('/version', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/account/access-denied?original_uri=%2Fversion')
})

const REQUEST_KEY = 'a key that the shell and the agent share'

test.describe('releases on the version page', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  const OLD = 'In this section'
  const NEW = 'Also in this part'
  let checkout: CheckoutCopy
  let store: ReleaseStoreCopy
  let shell: TestShell
  let agent: TestAgent
  test.beforeAll(async () => {
    store = copyReleases()
    checkout = copyCheckout()
    shell = await startShell({
      releases: store.folder,
      options: () => ({
        releaseRequestKey: REQUEST_KEY,
        site: { staffGroups: ['Staff', 'System Administrators'], releaseGroups: ['Staff'] },
      }),
    })
    agent = startAgent(store.folder, REQUEST_KEY)
  })
  test.afterAll(async () => {
    await agent?.stop()
    await shell?.stop()
    checkout?.remove()
    store?.remove()
  })

  test('a member of staff tries a candidate, with a banner, until they stop', async ({ browser }) => {
    checkout.edit('mfe-content/messages/en-GB.ts', OLD, NEW)
    await checkout.release('mfe-content', '--candidate', '--to', store.folder)
    const others = await (await fetch(`${shell.url}${PLAIN_PAGE}`)).text()
    expect(others).toContain(OLD)

    const context = await browser.newContext({ baseURL: shell.url, javaScriptEnabled: false })
    await signInContext(context, shell.url, 'admin')
    const page = await context.newPage()
    // The shell sees the release at its next check of the release document.
    await expect(async () => {
      await page.goto('/version')
      await page.getByRole('button', { name: 'Try it' }).click({ timeout: 1_000 })
    }).toPass()
    await expect(page).toHaveURL(`${shell.url}/version`)
    await page.goto(PLAIN_PAGE)
    await expect(page.getByRole('navigation', { name: NEW })).toBeVisible()
    const banner = page.getByRole('complementary', { name: 'Release candidate' })
    await expect(banner).toContainText('mfe-content')
    expect(await (await fetch(`${shell.url}${PLAIN_PAGE}`)).text()).toContain(OLD)

    await banner.getByRole('button', { name: 'Back to the live release' }).click()
    await page.goto(PLAIN_PAGE)
    await expect(page.getByRole('navigation', { name: OLD })).toBeVisible()
    await expect(banner).toHaveCount(0)
    await context.close()
  })

  test('members and forms of other sites cannot try a candidate', async () => {
    const post = async (who: 'member' | 'admin', origin: string) =>
      fetch(`${shell.url}/version/candidate`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: await signIn(shell.url, who),
          origin,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'app=mfe-content&version=1.0.0',
      })
    expect((await post('member', shell.url)).status).toBe(403)
    expect((await post('admin', 'https://evil.example')).status).toBe(403)
    expect((await post('admin', shell.url)).status, 'of a version that is no candidate').toBe(404)
  })

  test('a candidate is scheduled on the version page, without script, after a confirmation', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: shell.url, javaScriptEnabled: false })
    await signInContext(context, shell.url, 'staff')
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/version')
    const time = page.getByLabel('When it goes live (time in Europe/London)')
    const plan = page.getByRole('button', { name: 'Plan a release' })
    await time.fill('2020-02-01T06:00')
    await plan.press('Enter')
    await expect(page).toHaveTitle(/^Error: Plan a release/)
    await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeFocused()
    await expect(time).toHaveAccessibleDescription(/This time is over: enter one that is to come/)
    await expect(time).toHaveValue('2020-02-01T06:00')
    await expectNoOverflow(page)

    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await time.fill(`${tomorrow}T12:00`)
    await plan.press('Enter')
    await expect(page.getByText(/^It goes live on .*, midday/)).toBeVisible()
    await expectNoOverflow(page)
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('the new menu')
    await plan.press('Enter')
    await expect(page).toHaveURL(`${shell.url}/version#requests`)
    await expect(async () => {
      await page.reload()
      const request = page.getByRole('listitem').filter({ hasText: 'Plan a release mfe-content' })
      await expect(request).toContainText('done', { timeout: 1_000 })
    }).toPass()
    await expect(page.getByText(/mfe-content .* goes live on .* \(Elin Lloyd/)).toBeVisible()
    expect(agent.release('schedule')).toContain('the new menu')
    await context.close()
  })

  test('staff with the permission freeze releases on the version page, without script, after a confirmation', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: shell.url, javaScriptEnabled: false })
    await signInContext(context, shell.url, 'staff')
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/cy/version')
    await page.getByRole('button', { name: 'Rhewi rhyddhadau' }).press('Enter')
    await expect(page).toHaveURL(/\/cy\/version\/confirm\?do=freeze$/)
    await expectNoOverflow(page)
    await page.getByRole('textbox', { name: 'Rheswm' }).fill('noson yr etholiad')
    await page.getByRole('button', { name: 'Rhewi rhyddhadau' }).press('Enter')
    await expect(page).toHaveURL(`${shell.url}/cy/version#requests`)
    await expect(async () => {
      await page.reload()
      const request = page.getByRole('listitem').filter({ hasText: 'noson yr etholiad' })
      await expect(request).toContainText('wedi’i wneud', { timeout: 1_000 })
    }).toPass()
    await expect(page.getByRole('row', { name: /releases frozen Elin Lloyd/ })).toContainText(
      'noson yr etholiad',
    )
    expect(agent.release('log')).toContain('Elin Lloyd (e.lloyd) on the version page (request 2)')
    await context.close()

    const others = await browser.newContext({ baseURL: shell.url })
    await signInContext(others, shell.url, 'admin')
    const theirs = await others.newPage()
    expect((await theirs.goto('/version/confirm?do=unfreeze'))?.status()).toBe(403)
    await expectAccessible(theirs)
    await others.close()
  })
})
