import { FORM_PAGE, LONG_FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, headerSearch, isMarked, markDocument } from '../support/visit.ts'

test.describe('a remote that is broken on the server', () => {
  test.describe.configure({ mode: 'serial' })
  let store: ReleaseStoreCopy
  let shell: TestShell
  test.beforeAll(async () => {
    store = copyReleases()
    store.tamper('mfe-forms', store.live('mfe-forms'), /^web\/.*\.js$/)
    store.name('mfe-search', '0.0.0-gone')
    store.name('mfe-account', null)
    shell = await startShell({ releases: store.folder })
  })
  test.afterAll(async () => {
    await shell?.stop()
    store?.remove()
  })

  test('where a remote was tampered with only its form is missing from the page', async ({ page }) => {
    const response = await page.goto(`${shell.url}${FORM_PAGE}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Telephone numbers' })).toBeVisible()
    await expect(
      page.getByText('This part of the page is not available at the moment.').first(),
    ).toBeVisible()
    await expect(page.locator('form[method="post"]')).toHaveCount(0)
  })

  test('where the site lacks a remote nothing else is missing', async ({ page }) => {
    await page.goto(`${shell.url}${PLAIN_PAGE}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Pay your council tax' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Bands and charges', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /^Bands and charges/ })).toBeVisible()
  })

  test('a remote that cannot be loaded is logged, and the site answers', async ({ request }) => {
    expect(shell.readLog()).toMatch(/mfe-search[^\n]*(refused|unreachable)/)
    expect(shell.readLog()).toMatch(/mfe-forms[^\n]*refused/)
    expect((await request.get(`${shell.url}/`)).status()).toBe(200)
    expect((await request.get(`${shell.url}/search?term=bins`)).status()).toBeLessThan(600)
  })
})

test.describe('a remote that is broken in the browser', () => {
  for (const [what, answer] of [
    ['cannot be fetched', null],
    ['was changed on its way', 'globalThis.isTampered = true'],
  ] as const) {
    test(`code of a form that ${what} is not run, and the page stays as the server rendered it`, async ({
      page,
      faults,
    }) => {
      faults.allow(/ERR_FAILED|integrity|digest|tessera-remote-failed/)
      await page.route('**/_mfe/mfe-forms/**/*.js', (route) =>
        answer === null
          ? route.abort()
          : route.fulfill({
              contentType: 'text/javascript',
              headers: { 'access-control-allow-origin': '*' },
              body: answer,
            }),
      )
      await page.goto(FORM_PAGE)
      await markDocument(page)
      await page.locator('[data-slot="form-1002"]').scrollIntoViewIfNeeded()
      await expect.poll(() => faults.failedRemotes().length).toBeGreaterThan(0)
      expect(await page.evaluate(() => 'isTampered' in globalThis)).toBe(false)
      await expect(page.getByRole('textbox', { name: /Email address/ })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Complaints and compliments' }).click()
      await expectPage(page, '/contact/complaints', 'Complaints and compliments')
      expect(await isMarked(page), 'links still work without a page load').toBe(true)
    })
  }

  test('where the state of a large form cannot be fetched, the form stays as the server rendered it', async ({
    page,
    faults,
  }) => {
    faults.allow(/ERR_FAILED|tessera-remote-failed/)
    await page.route(/redux=true/, (route) => route.abort())
    await page.goto(LONG_FORM_PAGE)
    await page.locator('[data-slot="form-1001"]').scrollIntoViewIfNeeded()
    await expect.poll(() => faults.failedRemotes().length).toBeGreaterThan(0)
    await expect(page.getByLabel(/Kind of problem/)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Fly-tipping, litter and graffiti' }).click()
    await expectPage(page, '/services/environment/fly-tipping-and-litter', /Fly-tipping/)
  })

  test("where the app's code cannot be loaded, links load documents", async ({ page, faults }) => {
    faults.allow(/ERR_FAILED|tessera-remote-failed/)
    await page.route('**/_mfe/mfe-content/**/*.js', (route) => route.abort())
    await page.goto('/services')
    await markDocument(page)
    await page.getByRole('main').getByRole('link', { name: 'Housing', exact: true }).click()
    await expectPage(page, '/services/housing', 'Housing')
    expect(await isMarked(page)).toBe(false)
  })

  test('where the boot script cannot be loaded, the site works as without JavaScript', async ({
    page,
    faults,
  }) => {
    faults.allow(/ERR_FAILED/)
    await page.route('**/_shell/**/*.js', (route) => route.abort())
    await page.goto('/')
    const box = headerSearch(page)
    await box.fill('bins')
    await box.press('Enter')
    await expectPage(page, '/search?term=bins', 'Search')
  })
})
