import { aCheckout } from '../../scripts/testing/a-checkout.ts'
import { startSite, type TestSite } from './start-site.ts'
import { test as base } from './test.ts'

const CONFIG = 'mfe-search/search.config.ts'
const DOCUMENTS = 'documents: {\n      ...documents,\n'

/** Journeys of a site whose listing of documents adds further pages below: of the demonstration all listings turn pages. */
export const addedPagesTest = base.extend<object, { readonly addedPagesSite: TestSite }>({
  addedPagesSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const checkout = aCheckout()
      try {
        const config = checkout.read(CONFIG)
        if (!config.includes(DOCUMENTS)) throw new Error(`${CONFIG} has no listing of documents any more`)
        const paging = 'queryParams: { ...documents.queryParams, loadMorePaging: true },\n'
        checkout.write(CONFIG, config.replace(DOCUMENTS, DOCUMENTS + paging))
        const site = await startSite([], checkout.root)
        await use(site)
        await site.stop()
      } finally {
        checkout.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ addedPagesSite }, use) => use(addedPagesSite.url),
})
