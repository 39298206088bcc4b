import { aConfig, anAddress } from '../testing/builders.ts'
import { openFacet } from './open-facet.ts'

test('a filter has its configuration and the selections of the address, and is not requested yet', () => {
  const address = anAddress({ filters: { contentTypeId: ['event'], topic: ['roads'] } })
  const { filters } = openFacet(aConfig, address, 'en-GB')
  expect(filters['contentTypeId']).toEqual({
    title: 'Kind',
    fieldId: 'sys.contentTypeId',
    isGrouped: false,
    isSingleSelect: false,
    renderable: true,
    isLoading: false,
    isError: false,
    view: 'list',
    valueType: 'text',
    items: [
      { key: 'news', title: 'News', isSelected: false },
      { key: 'event', title: 'Event', isSelected: true },
    ],
  })
  expect(filters['topic']).toMatchObject({
    title: 'Topic',
    contentTypeId: 'topic',
    isGrouped: true,
    items: [{ key: 'roads', isSelected: true }],
  })
  expect(filters['year']).toMatchObject({ isSingleSelect: true, valueType: 'number', items: [] })
  expect(filters['hidden']).toMatchObject({ renderable: false, defaultKeys: ['page'] })
})

test('a filter by a taxonomy has its path', () => {
  const theme = { title: { 'en-GB': 'Theme', cy: 'Thema' }, fieldId: 'theme', path: 'Themes/Council' }
  const config = { facets: { everything: { title: 'Everything', filters: { theme } } } }
  const { filters } = openFacet(config, anAddress(), 'cy')
  expect(filters['theme']).toMatchObject({ title: 'Thema', path: 'Themes/Council' })
})

test('a search has in its state which entries it leaves out, and whether it searches for the term of the page', () => {
  const queryParams = { excludeIds: ['1'], useSearchTerm: true }
  const config = {
    minilist: { related: { title: 'Related', queryParams } },
    facets: { plain: { title: 'Plain' } },
  }
  const related = openFacet(config, anAddress({ context: 'minilist', key: 'related' }), 'cy')
  expect(related.queryParams).toMatchObject(queryParams)
  const plain = openFacet(config, anAddress({ key: 'plain' }), 'cy')
  expect([plain.queryParams.excludeIds, plain.queryParams.useSearchTerm]).toEqual([undefined, undefined])
})
