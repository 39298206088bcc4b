import type { Page } from '@playwright/test'
import { expectAccessible, expectReadableColours } from '../support/accessibility.ts'
import { ALL_PAGES, LONG_FORM_PAGE } from '../support/pages.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated, unfold } from '../support/visit.ts'

const NARROW = 390
const WIDE = 1280

/**
 * The check at both widths in both colour schemes: what the dark one changes is its colours. `open` brings the page up, anew
 * for each scheme, so that no colour is seen half changed.
 */
async function expectAccessibleEverywhere(page: Page, open: () => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: WIDE, height: 900 })
    await open()
    const check = colorScheme === 'light' ? expectAccessible : expectReadableColours
    await check(page)
    await page.setViewportSize({ width: NARROW, height: 900 })
    await check(page)
  }
}

for (const { kind, path, language, hasForm } of ALL_PAGES) {
  test(`the accessibility check finds nothing, light and dark, narrow and wide: ${kind} (${language})`, async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(404))
    faults.allow(answeredWith(403))
    await expectAccessibleEverywhere(page, async () => {
      await page.goto(path)
      if (!hasForm) return
      const slot = await page.locator('[data-slot^="form-"]').getAttribute('data-slot')
      await hydrated(page, slot ?? '')
    })
  })
}

test('the accessibility check finds nothing in a form with errors', async ({ page }) => {
  await expectAccessibleEverywhere(page, async () => {
    await page.goto(LONG_FORM_PAGE)
    await hydrated(page, 'form-1001')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible()
  })
})

test('the accessibility check finds nothing in the open menu, wide and narrow', async ({ page }) => {
  await page.goto('/')
  await unfold(page, 'Services')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'News', exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('no page scrolls sideways at 320 pixels', async ({ page, faults }) => {
  test.slow()
  faults.allow(answeredWith(404))
  faults.allow(answeredWith(403))
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { path } of ALL_PAGES) {
    await page.goto(path)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, path).toBeLessThanOrEqual(0)
  }
})
