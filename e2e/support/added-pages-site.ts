import { copyCheckout } from './checkout-copy.ts'
import { copyReleases } from './release-store.ts'
import { startShell, type TestShell } from './start-shell.ts'
import { test as base } from './test.ts'

const CONFIG = 'mfe-search/search.config.ts'
const DOCUMENTS = 'documents: {\n      ...documents,\n'
const ADDS_PAGES = 'queryParams: { ...documents.queryParams, loadMorePaging: true },\n'
const COPY_BUILD_AND_START_MS = 120_000

/** Journeys of a site whose listing of documents appends further pages: all listings of the demonstration replace them. */
export const addedPagesTest = base.extend<object, { readonly addedPagesSite: TestShell }>({
  addedPagesSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const [checkout, store] = [copyCheckout(), copyReleases()]
      try {
        checkout.edit(CONFIG, DOCUMENTS, DOCUMENTS + ADDS_PAGES)
        await checkout.build(store.folder)
        const shell = await startShell({ releases: store.folder })
        await use(shell)
        await shell.stop()
      } finally {
        store.remove()
        checkout.remove()
      }
    },
    { scope: 'worker', timeout: COPY_BUILD_AND_START_MS },
  ],
  baseURL: async ({ addedPagesSite }, use) => use(addedPagesSite.url),
})
