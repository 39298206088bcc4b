import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

/** Slow 4G, as Lighthouse has it: 150 ms to everything, 1.6 Mbit/s. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

async function onSlowLine(page: Page): Promise<{ readonly scripts: () => number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  let scripts = 0
  page.on('request', (request) => (scripts += Number(request.resourceType() === 'script')))
  return { scripts: () => scripts }
}

const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

test('on a slow line the first tap is a document, and no code comes before it; behind it comes what makes the next one quick', async ({
  page,
}) => {
  const { scripts } = await onSlowLine(page)
  await page.goto('/services')
  await markDocument(page)
  const before = scripts()
  expect(before).toBe(1)
  await follow(page, 'Council tax')
  await expectPage(page, '/services/council-tax', 'Council tax')
  expect(await isMarked(page), 'a new document').toBe(false)

  // The code comes at an idle moment: React is there without anything having been asked for.
  await expect.poll(scripts, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 3)
  await page.waitForLoadState('networkidle')
  await markDocument(page)
  await follow(page, 'Pay your council tax')
  await expectPage(page, '/services/council-tax/pay', 'Pay your council tax')
  expect(await isMarked(page), 'the document was not loaded again').toBe(true)
})
