import type { TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { addArabic, putArabicFirst } from '../../scripts/testing/arabic/add-arabic.ts'
import { COPY_BUILD_AND_START_MS, withChangedSite } from './changed-site.ts'
import { startSite, type TestSite } from './start-site.ts'
import { test as base } from './test.ts'
import { productWords } from './product-words.ts'

/** The demonstration site with Arabic as a third language, run from a copy of this checkout. */
export interface ArabicSite extends TestSite {
  readonly checkout: TestCheckout
  /** The files that differ in the copy. */
  readonly touched: readonly string[]
}

interface ArabicFixtures {
  readonly arabicSite: ArabicSite
  /** The same site with Arabic as its first language. */
  readonly arabicFirstSite: TestSite
  /** The product's own texts in the languages that it comes with. */
  readonly foreign: readonly string[]
}

/** Journeys of the third language. */
export const arabicTest = base.extend<object, ArabicFixtures>({
  arabicSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) =>
      withChangedSite(addArabic, (site, checkout, touched) => use({ ...site, checkout, touched })),
    { scope: 'worker', timeout: COPY_BUILD_AND_START_MS },
  ],
  arabicFirstSite: [
    async ({ arabicSite: { checkout } }, use) => {
      const site = await startSite(['--seed', putArabicFirst(checkout)], checkout.root)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: COPY_BUILD_AND_START_MS },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  foreign: [async ({}, use) => use(await productWords()), { scope: 'worker' }],
  baseURL: async ({ arabicSite }, use) => use(arabicSite.url),
})
