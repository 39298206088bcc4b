import { COPY_BUILD_AND_START_MS, withChangedSite } from './changed-site.ts'
import type { TestSite } from './start-site.ts'
import { test as base } from './test.ts'

const CONFIG = 'mfe-search/search.config.ts'
const DOCUMENTS = 'documents: {\n      ...documents,\n'
const ADDS_PAGES = 'queryParams: { ...documents.queryParams, loadMorePaging: true },\n'

/** Journeys of a site whose listing of documents adds further pages below: of the demonstration all listings turn pages. */
export const addedPagesTest = base.extend<object, { readonly addedPagesSite: TestSite }>({
  addedPagesSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => withChangedSite(({ edit }) => edit(CONFIG, DOCUMENTS, DOCUMENTS + ADDS_PAGES), use),
    { scope: 'worker', timeout: COPY_BUILD_AND_START_MS },
  ],
  baseURL: async ({ addedPagesSite }, use) => use(addedPagesSite.url),
})
