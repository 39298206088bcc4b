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
