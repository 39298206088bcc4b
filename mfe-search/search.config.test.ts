import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readResultCards } from './domain/result-cards.ts'
import { searchQuery } from './domain/facet-query.ts'
import { SEARCH_PAGE } from './domain/search-route.ts'
import { fromUrl, toUrl } from './domain/search-url.ts'
import { openFacet } from './state/open-facet.ts'
import { searchConfig } from './search.config.ts'
import { PAGES, RECORDS } from './search.filters.ts'

const CONTENT = path.join(import.meta.dirname, '..', 'platform', 'content')
const read = (file: string): string => readFileSync(path.join(CONTENT, file), 'utf8')

interface Field {
  readonly id: string
  readonly validations: {
    readonly allowedValues?: { readonly values: readonly Readonly<Record<string, string>>[] }
  }
}
/** Keys that authors may choose for a field, from a file of the content platform. */
function allowedKeys(file: string, list: string, id: string, field: string): readonly (string | undefined)[] {
  const document = JSON.parse(read(file)) as Readonly<
    Record<string, readonly { readonly id: string; readonly fields: readonly Field[] }[]>
  >
  const found = document[list]?.find((one) => one.id === id)?.fields.find((one) => one.id === field)
  return found?.validations.allowedValues?.values.map((value) => value['en-GB']) ?? []
}
const entries = readdirSync(path.join(CONTENT, 'entries')).map((file) => read(path.join('entries', file)))
const named = (pattern: RegExp): readonly string[] => [
  ...new Set(entries.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
]

describe('the demonstration site’s search', () => {
  it('has every listing, short list and composition that authors may choose, and no others', () => {
    expect(
      allowedKeys('content-types/listingPage.json', 'contentTypes', 'listingPage', 'listing').toSorted(),
    ).toEqual(Object.keys(searchConfig.listings ?? {}).toSorted())
    expect(
      allowedKeys('content-types/listingPage.json', 'contentTypes', 'listingPage', 'composition'),
    ).toEqual(Object.keys(searchConfig.compositions ?? {}))
    expect(allowedKeys('components.json', 'components', 'minilist', 'minilist').toSorted()).toEqual(
      Object.keys(searchConfig.minilist ?? {}).toSorted(),
    )
  })

  it('has each of them on a page', () => {
    expect(named(/"listing": "(\w+)"/g).toSorted()).toEqual(
      Object.keys(searchConfig.listings ?? {}).toSorted(),
    )
    expect(named(/"composition": "(\w+)"/g)).toEqual(Object.keys(searchConfig.compositions ?? {}))
    expect(named(/"minilist": "(\w+)"/g).toSorted()).toEqual(
      Object.keys(searchConfig.minilist ?? {}).toSorted(),
    )
  })

  it('leads from every short list on the home page to all of it', () => {
    const lists = [
      ...read('entries/home.json').matchAll(/"type": "minilist",\s*"value": (\{.*?\n {18}\})/gs),
    ].map(
      ([, value = '{}']) =>
        JSON.parse(value) as { readonly link?: { readonly sys: { readonly id: string } } },
    )
    expect(lists.length).toBeGreaterThan(1)
    for (const { link } of lists) expect(entries.join()).toContain(`"id": "${link?.sys.id}"`)
  })

  it('says on cards what was chosen from a list in the language of the page', () => {
    const venue = (language: string) => ({
      sys: { id: 'v', contentTypeId: 'venue', uri: '/v', language },
      entryTitle: 'V',
      kind: 'Library',
    })
    const entries = ['cy', 'en-GB'].map(venue)
    const cards = readResultCards(searchConfig, searchConfig.listings!['venues']!, entries, 'cy')
    expect(cards.map(({ facts }) => facts)).toEqual([['Llyfrgell'], [{ own: 'Llyfrgell' }]])
  })

  it.each([...PAGES, ...RECORDS])('finds only what has the content type in the path: %s', (contentTypeId) => {
    const params = { facet: 'all', contentTypeId }
    const address = fromUrl(searchConfig, SEARCH_PAGE, { params, query: {} })
    expect(toUrl(searchConfig, address, SEARCH_PAGE)).toBe(`/search/all/${contentTypeId}`)
    const { where } = searchQuery(searchConfig, address, { language: 'en-GB' })
    expect(where).toContainEqual({ field: 'sys.contentTypeId', in: [contentTypeId] })
    const { items } = openFacet(searchConfig, address, 'cy').filters['contentTypeId']!
    expect(items).toEqual([{ key: contentTypeId, title: expect.any(String) as string, isSelected: true }])
  })

  it('has a card for each content type that it finds, and tabs for all of its facets', () => {
    const types = Object.values(searchConfig.facets ?? {}).flatMap(
      ({ queryParams }) => queryParams?.contentTypeIds ?? [],
    )
    const cards = Object.keys(searchConfig.cards ?? {})
    const plain = ['contentPage', 'landingPage', 'listingPage', 'homePage']
    expect(types.filter((type) => !cards.includes(type) && !plain.includes(type))).toEqual([])
    const tabs = searchConfig.tabs?.map(({ id }) => id) ?? []
    for (const { tabId } of Object.values(searchConfig.facets ?? {})) expect(tabs).toContain(tabId)
  })
})
