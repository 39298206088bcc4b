import { aCheckout, type TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { addArabic, putArabicFirst } from '../../scripts/testing/arabic/add-arabic.ts'
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

/** Longest time to build and start a copy of the checkout, in milliseconds. */
const COPY_BUILD_AND_START_MS = 120_000

/** Journeys of the third language. */
export const arabicTest = base.extend<object, ArabicFixtures>({
  arabicSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const checkout = aCheckout()
      try {
        const touched = addArabic(checkout)
        const site = await startSite([], checkout.root)
        await use({ ...site, checkout, touched })
        await site.stop()
      } finally {
        checkout.remove()
      }
    },
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
