import type { Page } from '@playwright/test'
import { FORM_PAGE, LONG_FORM_PAGE } from '../support/pages.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const restored = (page: Page) => page.getByText('We have kept what you entered before.')
const description = (page: Page) => page.getByRole('textbox', { name: /What you have seen/ })
const firstName = (page: Page) => page.getByRole('textbox', { name: 'First Name' })

async function open(page: Page): Promise<void> {
  await page.goto(LONG_FORM_PAGE)
  await hydrated(page, 'form-1001')
}

test('what was typed is restored after a reload and by Back, and can be discarded and recovered', async ({
  page,
}) => {
  await open(page)
  await describeProblem(page, 'Bin not emptied', 'No')
  await next(page).click()
  await firstName(page).fill('Ada')
  await page.reload()
  await hydrated(page, 'form-1001')
  await expect(restored(page)).toBeVisible()
  await expect(firstName(page)).toHaveValue('Ada')
  await page.goto('/contact')
  await page.goBack()
  await hydrated(page, 'form-1001')
  await expect(firstName(page)).toHaveValue('Ada')

  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(description(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(firstName(page)).toHaveValue('Ada')
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
  await open(page)
  await expect(description(page)).toHaveValue('')
  await expect(restored(page)).toHaveCount(0)
})

test('what was typed while the scripts loaded is restored when a visitor comes back to the page', async ({
  page,
}) => {
  let load: () => void = () => undefined
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/_mfe/mfe-forms/**/*.js', async (route) => {
    await loaded
    await route.continue()
  })
  await page.goto(FORM_PAGE)
  const message = page.locator('[data-slot="form-1002"] textarea')
  await message.fill('Written before there was a script')
  load()
  await hydrated(page, 'form-1002')
  await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await hydrated(page, 'form-1002')
  await expect(message).toHaveValue('Written before there was a script')
})

test('a post whose answer is lost is sent again after a reload with the same key, once the browser is online', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const keys: (string | undefined)[] = []
  await page.route('**/postform/**', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The first post is stored, but its answer never arrives.
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await open(page)
  await describeProblem(page, 'Bin not emptied', 'No')
  await next(page).click()
  await fillInSender(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are online again.')).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There was an error' })).toBeVisible()
  await page.reload()
  await hydrated(page, 'form-1001')
  await expect(firstName(page)).toHaveValue('Ada')
  // The gateway takes a form that is sent sooner for a bot's.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(400)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('two tabs have drafts of their own', async ({ page, context }) => {
  await open(page)
  await description(page).fill('Typed in the first tab.')
  const other = await context.newPage()
  await open(other)
  await expect(description(other)).toHaveValue('')
  await description(other).fill('Typed in the second tab.')
  await page.reload()
  await hydrated(page, 'form-1001')
  await expect(description(page)).toHaveValue('Typed in the first tab.')
})
