import { expectAccessible } from '../support/accessibility.ts'
import { copyCheckout, type CheckoutCopy } from '../support/checkout-copy.ts'
import { signInContext } from '../support/sign-in.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'

const OLD = 'Search'
const NEW = 'Search from my desk'

test.describe("a remote on its developer's machine", () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let checkout: CheckoutCopy
  let shell: TestShell
  test.beforeAll(async () => {
    checkout = copyCheckout()
    shell = await startShell({
      options: () => ({ site: { overrides: { hosts: ['localhost'], origins: ['http://localhost:*'] } } }),
    })
  })
  test.afterAll(async () => {
    await shell?.stop()
    checkout?.remove()
  })

  test('is shown on the site to the developer only; once it stops the page shows a message and a way back', async ({
    browser,
    page: visitor,
  }) => {
    checkout.edit('mfe-search/messages/en-GB.ts', `title: '${OLD}'`, `title: '${NEW}'`)
    const server = await checkout.serveFor('mfe-search', shell.url)
    const context = await browser.newContext({ baseURL: shell.url })
    await signInContext(context, shell.url, 'admin')
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    const bar = page.getByRole('complementary', { name: 'Local override' })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    try {
      await page.goto(server.link)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show it to me' }).click()
      await expect(bar).toContainText('mfe-search comes from http://localhost:')
      await page.goto('/search')
      await expect(heading(NEW)).toBeVisible()
      await expectAccessible(page)
      expect(problems).toEqual([])
      // It also works after a navigation in the same document.
      await page.goto('/news')
      await page.getByRole('link', { name: 'Larkmoor', exact: false }).first().click()
      await expect(bar).toBeVisible()

      await visitor.goto(`${shell.url}/search`)
      await expect(visitor.getByRole('heading', { level: 1, name: OLD, exact: true })).toBeVisible()
      await expect(visitor.getByText('Local override')).toHaveCount(0)

      // A change of the source is built and shown.
      await page.goto('/search')
      await expect(heading(NEW)).toBeVisible()
      checkout.edit('mfe-search/messages/en-GB.ts', `title: '${NEW}'`, `title: '${NEW} again'`)
      await expect(heading(`${NEW} again`)).toBeVisible()
    } finally {
      await server.stop()
    }
    await page.goto('/search')
    const notice = page.getByRole('alert').filter({ hasText: 'Your mfe-search cannot be shown' })
    await expect(notice).toContainText('Nothing answers at its address')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Back to the live release' }).click()
    await expect(page).toHaveURL(`${shell.url}/search`)
    await expect(heading(OLD)).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(shell.readLog()).toContain('an override begins')
    await context.close()
  })
})
