import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on nothing but colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The builder itself loads axe twice for each check, and not the small one: this does it once for each document. */
const AXE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const LOAD_ONCE = `if (!('axe' in window)) { ${readFileSync(AXE, 'utf8')} }`
/** What the builder evaluates instead. */
const LOADED = 'window.axe.version'

/** Expect that axe finds nothing on the page as it is now: all its rules, best practices included. */
export const expectAccessible = (page: Page): Promise<void> => expectNothing(page, {})

/** Expect that axe finds nothing in the colours of the page as it is now. */
export const expectReadableColours = (page: Page): Promise<void> =>
  expectNothing(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })

/** Expect that the page need not be scrolled sideways; a width that has just changed is given its moment. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(excess, `${page.url()} is as wide as the window`).toBeLessThanOrEqual(0)
}

/**
 * Expect that axe finds nothing at any of these widths in either colour scheme: all its rules in the light one, and in the dark one
 * its colours, which are what that changes. The page that `open` brings up is the same throughout.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  open: () => Promise<unknown>,
  [widest, ...narrower]: readonly [number, ...number[]] = [1280, 390],
): Promise<void> {
  const show = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: widest, height: 900 })
  await show('light')
  await open()
  await page.evaluate(changeAtOnce)
  await expectAccessible(page)
  await show('dark')
  await expectReadableColours(page)
  for (const width of narrower) {
    await show('light')
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await show('dark')
    await expectReadableColours(page)
  }
}

/** In the page: no colour is ever half changed. Where motion is reduced, each element still takes a frame after the one around it. */
function changeAtOnce(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

async function expectNothing(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<void> {
  await page.evaluate(LOAD_ONCE)
  const builder = new AxeBuilder({ page, axeSource: LOADED })
    // In the page itself: without frames from elsewhere there is no need of a second page to put the findings together.
    .setLegacyMode(true)
    // Only these come with their markup: what has passed is not described in full, to be thrown away.
    .options({ ...options, resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  )
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}
