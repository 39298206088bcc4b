import type { Page, Route } from '@playwright/test'
import { FORM_PAGE, LONG_FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const NOTE = 'Part of this page has not loaded, so it may not work.'
const noteOf = (page: Page) => page.getByRole('alert').filter({ hasText: NOTE })

/** Pages whose documents leave out the state of a slot because of its size (docs/decisions/0004). */
const LATE_STATES = [
  ['/events', 'listing'],
  ['/planning/applications', 'listing'],
  ['/news', 'listing'],
  [LONG_FORM_PAGE, 'form-1001'],
] as const
/** The slots whose markup was replaced, since their state was newer. */
const replaced = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByName('tessera-markup-replaced')
      .map((entry) => (entry as PerformanceMark).detail as unknown),
  )

/** Ways in which loading a form's code can fail. */
const FAULTS: Readonly<Record<string, (route: Route) => Promise<void> | void>> = {
  'is missing': (route) => route.fulfill({ status: 404, body: '' }),
  'was changed on its way': (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: '0',
    }),
  hangs: () => undefined,
  'is blocked': (route) => route.abort('blockedbyclient'),
}

for (const [what, answer] of Object.entries(FAULTS))
  test(`a form whose code ${what} shows a message within a few seconds, and works after another attempt`, async ({
    page,
    faults,
  }) => {
    faults.allow(/ERR_|404|integrity|digest|tessera-remote-failed/)
    const held: Route[] = []
    await page.route('**/_mfe/mfe-forms/**/*.js', (route) => {
      held.push(route)
      return answer(route)
    })
    await page.goto(FORM_PAGE)
    const name = page.getByRole('textbox', { name: /name/i }).first()
    // A page whose code is missing is reloaded once while nothing is typed, so a field that was filled in early may be empty again.
    await expect(async () => {
      await name.fill('Ann Visitor')
      await expect(noteOf(page)).toBeVisible({ timeout: 5_000 })
      await expect(name).toHaveValue('Ann Visitor', { timeout: 1_000 })
    }).toPass()
    await expect(noteOf(page).getByRole('link', { name: 'Try again' })).toBeVisible()
    await expect(noteOf(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)

    await page.unroute('**/_mfe/mfe-forms/**/*.js')
    for (const route of held) await route.abort().catch(() => null)
    await expect(async () => {
      const retry = noteOf(page).getByRole('link', { name: 'Try again' })
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled({ timeout: 3_000 })
    }).toPass()
    await expect(noteOf(page)).toHaveCount(0)
    await expect(name, 'nothing typed is lost').toHaveValue('Ann Visitor')
  })

test('a list whose code has arrived while the browser was busy shows no message, and works', async ({
  page,
}) => {
  await page.route('**/_mfe/mfe-search/**/remoteEntry*.js', async (route) => {
    const busy = page.evaluate(() => {
      const end = performance.now() + 4_000
      while (performance.now() < end);
    })
    await route.continue()
    await busy
  })
  await page.goto('/planning/applications')
  // A failed island would fail the test through its console message (support/test.ts); the note itself could appear and vanish unseen.
  await hydrated(page, 'listing')
  await expect(noteOf(page)).toHaveCount(0)
})

test('a list whose state arrives late shows no message: its links and filters work meanwhile', async ({
  page,
}) => {
  const held: Route[] = []
  await page.route('**/events?redux=true', (route) => void held.push(route))
  await page.goto('/events')
  await expect(page.getByRole('combobox', { name: 'Venue' })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  // Longer than an island may take (shell/browser/late-island.client.ts).
  await page.waitForTimeout(4_000)
  await expect(noteOf(page)).toHaveCount(0)
  await held[0]?.continue()
  await hydrated(page, 'listing')
  expect(held, 'the state is asked for once').toHaveLength(1)
})

test('where state that arrives late is newer than the page, its list shows the new state, without an error message', async ({
  page,
}) => {
  const title = page.locator('[data-slot="listing"] li h4').first()
  await page.route('**/events?redux=true', async (route) => {
    const answer = await route.fetch()
    const before = (await title.innerText()).trim()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(before, 'Moved to Friday'),
    })
  })
  await page.goto('/events')
  await hydrated(page, 'listing')
  await expect(title).toHaveText('Moved to Friday')
  expect(await replaced(page)).toEqual(['listing'])
  await page.getByRole('main').getByRole('link', { name: 'A to Z' }).click()
  await expect(page).toHaveURL(/\/events\?orderBy=entryTitle$/)
})

for (const [path, slotId] of LATE_STATES)
  test(`the late state of ${path} is that of its markup`, async ({ page }) => {
    // Again, since an event may begin between the two.
    await expect(async () => {
      await page.goto(path)
      await hydrated(page, slotId)
      expect(await replaced(page)).toEqual([])
    }).toPass()
    expect(
      await page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('redux=true')).length,
      ),
    ).toBe(1)
  })

test("while a form's late code is missing, a file is chosen with the browser’s own control, and nothing is lost", async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  const next = page.getByRole('button', { name: 'Next page' })
  await page.goto(LONG_FORM_PAGE)
  await hydrated(page, 'form-1001')
  await page.route('**/_mfe/mfe-forms/**/c/*.js', (route) => route.abort())
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  await next.click()
  await page.getByLabel(/Street and nearest house/).fill('1 Weir Lane')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  const photo = page.getByLabel(/^Photograph/)
  await expect(page.getByText('Choose file')).toHaveCount(0)
  await photo.setInputFiles({
    name: 'hole.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(page.getByText('Chosen file: hole.pdf')).toBeVisible()
  await next.click()
  await fillInSender(page)
  const send = page.getByRole('button', { name: 'Send report' })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Network request failed')
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')

  await page.unroute('**/_mfe/mfe-forms/**/c/*.js')
  await send.click()
  await expect(page.getByText('We have your form')).toBeVisible()
})

test('where the boot script does not load, a page with a form shows a message, and a page without one none', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  await page.route('**/_shell/**/boot*.js', (route) => route.abort())
  await page.goto(FORM_PAGE)
  await expect(noteOf(page)).toBeVisible()
  await page.goto(PLAIN_PAGE)
  await expect(page.locator('#late')).toBeHidden()
})

test('forms can be sent from a browser that keeps no site data', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await page.goto(FORM_PAGE)
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await page.getByRole('main').getByRole('link', { name: 'Complaints and compliments' }).click()
  await expect(page).toHaveURL(/\/contact\/complaints$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Complaints and compliments' })).toBeVisible()
})
