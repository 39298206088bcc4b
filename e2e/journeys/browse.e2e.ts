import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'

test('the home page answers, has one main heading, and nothing in the console is wrong', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`),
  )
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(faults).toEqual([])
  await expectAccessible(page)
})
