import type { SearchConfig } from '../config/search-config.ts'
import { aConfig, anAddress } from '../testing/builders.ts'
import type { SearchAddress } from './search-address.ts'
import { resetsPaging, shouldSearch } from './should-search.ts'

const run = (change: Partial<SearchAddress> = {}, language = 'en-GB') => ({
  address: anAddress(change),
  language,
})

describe('when a search runs (specification 4, Search)', () => {
  test('for a first load, and ahead of a visit', () => {
    expect(shouldSearch(aConfig, null, run())).toBe(true)
    expect(shouldSearch(aConfig, run(), run())).toBe(false)
    expect(shouldSearch(aConfig, run(), run(), { isPreload: true })).toBe(true)
  })

  test.each<readonly [string, Partial<SearchAddress>]>([
    ['filters', { filters: { topic: ['a'] } }],
    ['the page', { pageIndex: 1 }],
    ['the page size', { pageSize: 50 }],
    ['the term', { term: 'x' }],
    ['the order', { orderBy: '-date,entryTitle' }],
    ['the facet', { key: 'news' }],
    ['the context', { context: 'listings', key: 'jobs' }],
  ])('when %s changed', (_, change) => {
    expect(shouldSearch(aConfig, run(), run(change))).toBe(true)
    expect(shouldSearch(aConfig, run(change), run(change))).toBe(false)
  })

  test('when languages changed, unless the configuration names its own', () => {
    expect(shouldSearch(aConfig, run(), run({}, 'cy'))).toBe(true)
    const config: SearchConfig = {
      facets: { everything: { title: 'E', queryParams: { languages: ['en-GB'] } } },
    }
    expect(shouldSearch(config, run(), run({}, 'cy'))).toBe(false)
  })

  test('when other entries are left out', () => {
    expect(shouldSearch(aConfig, run(), { ...run(), excludeIds: ['1'] })).toBe(true)
    expect(shouldSearch(aConfig, run(), { ...run(), excludeIds: [] })).toBe(false)
  })

  test('not when the place to scroll to changed, or a size is said that holds anyway', () => {
    expect(shouldSearch(aConfig, run(), run({ hash: 'results' }))).toBe(false)
    expect(shouldSearch(aConfig, run(), run({ pageSize: 20 }))).toBe(false)
  })

  test('not for another page of results that were all fetched at once', () => {
    const config: SearchConfig = {
      facets: { everything: { title: 'E', queryParams: { internalPaging: true } } },
    }
    expect(shouldSearch(config, run(), run({ pageIndex: 2, pageSize: 50 }))).toBe(false)
    expect(shouldSearch(config, run(), run({ term: 'x' }))).toBe(true)
  })

  test('loaded pages belong to one search: everything but another page of it begins anew', () => {
    expect(resetsPaging(aConfig, run(), run({ pageIndex: 3 }))).toBe(false)
    for (const change of [
      { term: 'x' },
      { filters: { topic: ['a'] } },
      { pageSize: 50 },
      { orderBy: '-date,entryTitle' },
      { key: 'news' },
    ])
      expect(resetsPaging(aConfig, run({ pageIndex: 3 }), run({ pageIndex: 3, ...change }))).toBe(true)
  })
})
