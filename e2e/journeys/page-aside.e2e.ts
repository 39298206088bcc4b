import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

const LONG_PAGE = '/services/roads-and-parking/winter-gritting'
const NEWS = '/news/larrow-bridge-night-closures'

for (const isScripted of [true, false])
  test.describe(isScripted ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: isScripted })

    test('a long page has a table of contents with links', async ({ page }) => {
      await page.goto(LONG_PAGE)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      const links = contents.getByRole('link')
      expect(await links.count()).toBeGreaterThanOrEqual(3)
      for (const href of await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      )) {
        const id = decodeURIComponent(href.slice(1))
        expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1)
      }
      const last = links.last()
      const heading = page.getByRole('heading', {
        level: 2,
        name: (await last.textContent()) ?? '',
        exact: true,
      })
      await last.click()
      await expect(heading).toBeInViewport()
    })

    test('an article has links to others about the same topic', async ({ page }) => {
      await page.goto(NEWS)
      const related = page.locator('section', { has: page.getByRole('heading', { name: 'Related pages' }) })
      await related.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/news\//)
      await expect(page).not.toHaveURL(NEWS)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

    test('the answer to “is this page useful” is sent with the address of the page, and stored by the platform', async ({
      page,
    }) => {
      await page.goto('/cy/cysylltu/preifatrwydd')
      const end = page.getByRole('complementary', { name: 'Am y dudalen hon' })
      await page.goto(String(await end.getByRole('link', { name: 'Nac ydy' }).getAttribute('href')))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A yw’r dudalen hon yn ddefnyddiol?')
      await expect(page.getByRole('textbox', { name: 'Tudalen' })).toHaveValue('/cy/cysylltu/preifatrwydd')
      await expect(page.getByRole('radio', { name: 'Nac ydy' })).toBeChecked()
      await page.getByRole('textbox', { name: /Beth allai fod yn well/ }).fill('Mwy o enghreifftiau.')
      // A form that is sent sooner is taken for a bot's: shell/features/forms/bot-checks.server.ts.
      await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(400)
      await page.getByRole('button', { name: 'Anfon' }).click()
      await expect(page.getByText('Diolch. Rydym yn darllen pob ateb.')).toBeVisible()
    })
  })

for (const { path, about, answer, thanks, more } of [
  {
    path: '/contact/privacy',
    about: 'About this page',
    answer: 'Yes',
    thanks: 'Thank you for your answer.',
    more: 'What could be better?',
  },
  {
    path: '/cy/cysylltu/preifatrwydd',
    about: 'Am y dudalen hon',
    answer: 'Nac ydy',
    thanks: 'Diolch am eich ateb.',
    more: 'Beth allai fod yn well?',
  },
])
  test(`with script “is this page useful” is answered in place, by keyboard too, without setting a cookie: ${path}`, async ({
    page,
    context,
  }) => {
    await page.goto(path)
    const end = page.getByRole('complementary', { name: about })
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await end.getByRole('link', { name: answer, exact: true }).press('Enter')
    const response = await posted
    expect([response.status(), await response.json()]).toEqual([200, { success: true }])
    expect(new URL(response.url()).origin).toBe(new URL(page.url()).origin)
    await expect(end.getByRole('status').first()).toHaveText(thanks)
    await expect(end.getByRole('status').first()).toBeFocused()
    await expect(end.getByRole('link', { name: answer, exact: true })).toBeHidden()
    await expect(page).toHaveURL(path)
    expect(await context.cookies()).toEqual([])
    await expectAccessible(page)
    await end.getByRole('link', { name: more }).click()
    await expect(page.locator('form input[type="text"]').first()).toHaveValue(path)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  })

test('where an answer cannot be sent in place its form is shown with the answer', async ({
  page,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/)
  await page.goto('/contact/privacy')
  await page.route('**/contact/is-this-page-useful**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('link', { name: 'Yes', exact: true }).click()
  await expect(page).toHaveURL(/\/contact\/is-this-page-useful\?page=/)
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
})

test('a page can be shared: by mail, or by copying its address where the device has no share function', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(NEWS)
  const end = page.getByRole('complementary', { name: 'About this page' })
  await expect(end.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    `mailto:?subject=${encodeURIComponent('Larrow Bridge to close at night for stone repairs')}&body=${encodeURIComponent(`${site}${NEWS}`)}`,
  )
  await end.getByRole('button', { name: 'Share or copy the link' }).click()
  await expect(end.getByRole('status').last()).toHaveText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}${NEWS}`)
})

for (const path of [LONG_PAGE, NEWS, '/documents/tree-policy', '/your-council/councillors/marcus-adeyemi'])
  for (const width of [320, 1440])
    test(`the content beside and below a page is accessible, and nothing scrolls sideways: ${path} at ${width}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
