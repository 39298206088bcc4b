import type { BrowserContext } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { formTest as test } from '../support/form-site.ts'
import { signInContext } from '../support/sign-in.ts'
import { expect, test as siteTest } from '../support/test.ts'

/** The site's platform has just started, so the first sign-in may take longer than the site's time limit. */
const signInAsStaff = (context: BrowserContext, site: string) =>
  expect(() => signInContext(context, site, 'admin')).toPass()

test('staff choose a form, see it live, hear its events and copy its lines, which show it on a page of another site', async ({
  page,
  context,
  formSite,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: formSite.url })
  await signInAsStaff(context, formSite.url)
  await page.goto('/embed')
  await expect(page.getByRole('heading', { level: 1, name: 'Forms and search on other sites' })).toBeVisible()
  // It runs under the page's own policy: no scripts from other origins, and Trusted Types.
  await expect(page.locator('tessera-search').getByRole('combobox')).toBeVisible()
  const choice = await page.getByText('Dark for visitors who want it so').boundingBox()
  const apply = await page.getByRole('button', { name: 'Show it' }).boundingBox()
  expect(apply!.y - choice!.y - choice!.height, 'the button stands apart from the choices').toBeGreaterThan(
    12,
  )
  await page.getByRole('radio', { name: 'A form' }).check()
  await page.getByLabel('Id of the form').fill('1001')
  await page.getByLabel('Colour of buttons').fill('#ffcc00')
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page).toHaveURL(/[?&]formId=1001/)
  const form = page.locator('tessera-form')
  await expect(form.getByRole('button', { name: 'Next page' })).toHaveCSS(
    'background-color',
    'rgb(255, 204, 0)',
  )
  await form.getByRole('radio', { name: 'Yes', exact: true }).check()
  await expect(page.getByText(/^form:start \{.*"formId":"1001"/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()

  const lines = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(formSite.host.show({ body: `<main><h1>A host</h1><h2>A form</h2>${lines}</main>` }))
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
})

test('the page of embeds is accessible in both languages and at both widths, and shows its lines without script', async ({
  browser,
  formSite,
}) => {
  const context = await browser.newContext({ baseURL: formSite.url })
  await signInAsStaff(context, formSite.url)
  const page = await context.newPage()
  for (const [path, title] of [
    ['/embed?show=form&formId=1001', 'Forms and search on other sites'],
    ['/cy/embed?language=cy&show=results', 'Ffurflenni a chwilio ar wefannau eraill'],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expectAccessible(page)
        await expectNoOverflow(page)
      }
    }
  const cookies = await context.cookies()
  await context.close()

  const plain = await browser.newContext({ baseURL: formSite.url, javaScriptEnabled: false })
  await plain.addCookies(cookies)
  const still = await plain.newPage()
  await still.goto('/embed?show=form&formId=1001&page=/contact')
  await expect(
    still.getByText(`<script type="module" src="${formSite.url}/embed/forms.js"></script>`),
  ).toBeVisible()
  await expect(still.getByText(/integrity="sha384-/)).toBeVisible()
  await expect(still.locator('tessera-form').getByRole('link')).toHaveAttribute(
    'href',
    `${formSite.url}/contact`,
  )
  await still.getByRole('radio', { name: 'A listing' }).check()
  await still.getByRole('button', { name: 'Show it' }).click()
  await expect(still.getByText('Give the name of a listing to see it.')).toBeVisible()
  await plain.close()
})

test('the page of embeds is refused to members, and asks other visitors to sign in', async ({
  page,
  context,
  formSite,
}) => {
  await page.goto('/embed')
  await expect(page).toHaveURL(/\/account\/login\?redirect_uri=%2Fembed$/)
  await signInContext(context, formSite.url, 'member')
  const answer = await page.request.get('/embed', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/account/access-denied?original_uri=%2Fembed')
})

siteTest(
  'an embedded form with a captcha says that it is filled in on the site, and keeps the link to it',
  async ({ page, context, site }) => {
    await signInContext(context, site, 'staff')
    await page.goto('/embed?show=form&formId=1005&page=/contact/book-an-appointment')
    const embed = page.locator('tessera-form')
    await expect(embed.getByRole('status')).toContainText('is filled in on its own site')
    await expect(embed.getByRole('link')).toHaveAttribute('href', /\/contact\/book-an-appointment$/)
    await expect(page.getByText('form:error {"code":"forms/not-embeddable"}')).toBeVisible()
    await expectAccessible(page)
  },
)
