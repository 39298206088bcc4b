import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on nothing but colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Expect that axe finds nothing on the page as it is now: all its rules, best practices included. */
export const expectAccessible = (page: Page): Promise<void> => expectNothing(page, aBuilder(page))

/** Expect that axe finds nothing in the colours of the page as it is now. */
export const expectReadableColours = (page: Page): Promise<void> =>
  expectNothing(page, aBuilder(page).withRules(COLOUR_RULES))

// In the page itself: without frames from elsewhere there is no need of a second page to put the findings together.
const aBuilder = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true)

async function expectNothing(page: Page, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  )
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}
