import type { Page } from '@playwright/test'
import { onSlow4G } from '../support/slow-4g.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

test('on a slow connection the first tap loads a document, and no code before it; the code for the next navigation is loaded afterwards', async ({
  page,
}) => {
  await onSlow4G(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/services')
  await markDocument(page)
  expect(scripts).toHaveLength(1)
  await follow(page, 'Council tax')
  await expectPage(page, '/services/council-tax', 'Council tax')
  expect(await isMarked(page), 'a new document').toBe(false)

  // The code of this and the next page loads when the browser is idle, without an action of the visitor.
  const ofContent = () => scripts.filter((path) => /^\/_mfe\/mfe-content\/.*\/remoteEntry\.js$/.test(path))
  await expect.poll(ofContent, { timeout: 20_000 }).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  await markDocument(page)
  await follow(page, 'Pay')
  await expectPage(page, '/services/council-tax/pay', 'Pay your council tax')
  expect(await isMarked(page), 'the document was not loaded again').toBe(true)
})
