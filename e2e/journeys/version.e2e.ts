import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { copyCheckout, type CheckoutCopy } from '../support/checkout-copy.ts'
import { PLAIN_PAGE } from '../support/pages.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { signIn, signInContext } from '../support/sign-in.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'

test('the version page says to staff what is running, in both languages and at both widths', async ({
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
  }
  await page.goto('/version')
  const sheets = await page
    .locator('link[rel="stylesheet"][href^="/_mfe/mfe-devinfo/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[3]))
  await expect(page.getByRole('row', { name: /^mfe-devinfo / })).toContainText(sheets[0] ?? 'no style sheet')
  await expect(page.getByText('larkmoor-demo-')).toHaveCount(0)
})

test('the version page is refused to members, and asks strangers to sign in', async ({
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

test.describe('a candidate', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  const OLD = 'In this section'
  const NEW = 'Also in this part'
  let checkout: CheckoutCopy
  let store: ReleaseStoreCopy
  let shell: TestShell
  test.beforeAll(async () => {
    store = copyReleases()
    checkout = copyCheckout()
    shell = await startShell({ releases: store.folder })
  })
  test.afterAll(async () => {
    await shell?.stop()
    checkout?.remove()
    store?.remove()
  })

  test('is tried by one member of staff, under a banner, until they go back', async ({ browser }) => {
    checkout.edit('mfe-content/messages/en-GB.ts', OLD, NEW)
    await checkout.release('mfe-content', '--candidate', '--to', store.folder)
    const others = await (await fetch(`${shell.url}${PLAIN_PAGE}`)).text()
    expect(others).toContain(OLD)

    const context = await browser.newContext({ baseURL: shell.url, javaScriptEnabled: false })
    await signInContext(context, shell.url, 'admin')
    const page = await context.newPage()
    // The shell finds it when it next looks at the release document.
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

  test('is refused to members, and to forms of other sites', async () => {
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
})
