import { FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, hydrated, isMarked, markDocument } from '../support/visit.ts'

// All tests share one shell, so they run in one worker.
test.describe.configure({ mode: 'default' })

let shell: TestShell
test.beforeAll(async () => {
  shell = await startShell({ options: () => ({ site: { inlineState: false } }) })
})
test.afterAll(() => shell?.stop())

test('a page whose document has no state fetches it once, is hydrated, and can be navigated from', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shell.url })
  const page = await context.newPage()
  const states: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('redux=true')) states.push(new URL(request.url()).pathname)
  })
  const answer = await page.goto(FORM_PAGE)
  expect(await answer?.text()).not.toContain('id="state"')
  await hydrated(page, 'form-1002')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  expect(states).toEqual([FORM_PAGE])

  await markDocument(page)
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'News', exact: true })
    .click()
  await expectPage(page, '/news', /news/i)
  expect(await isMarked(page)).toBe(true)
  await context.close()
})

test('without script such a page is complete', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shell.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(PLAIN_PAGE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
