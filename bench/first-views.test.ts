import { kindOf } from './first-views.ts'

const SEARCH = '/api/delivery/projects/website/entries/search'
const get = (query: Readonly<Record<string, string>>) => ({
  path: `${SEARCH}?${new URLSearchParams(query)}`,
  body: '',
})
const TOPICS = JSON.stringify({ sf_topic: { field: 'topic' } })
const TYPES = JSON.stringify({ sf__types: { field: 'sys.contentTypeId' } })

describe('the calls of a first view', () => {
  it.each([
    ['page', { path: '/api/delivery/projects/website/nodes/news?language=en-GB', body: '' }],
    ['filter lists', { path: '/api/delivery/projects/website/taxonomy/nodes?path=Root/Topics', body: '' }],
    ['vocabulary', get({ fields: 'words,means', where: '[{"in":["searchSynonyms","searchPin"]}]' })],
    ['results', get({ fields: 'entryTitle,image', aggregations: TOPICS })],
    ['totals', get({ fields: 'entryTitle', pageSize: '1' })],
    ['totals', get({ fields: 'entryTitle', pageSize: '1', aggregations: TYPES })],
    ['filter lists', get({ fields: 'entryTitle', pageSize: '1', aggregations: TOPICS })],
    ['filter lists', get({ fields: 'entryTitle,sys.slug' })],
    ['totals', { path: SEARCH, body: JSON.stringify({ fields: ['entryTitle'], pageSize: 1 }) }],
    ['results', { path: SEARCH, body: JSON.stringify({ fields: ['entryTitle', 'image'], where: [] }) }],
  ] as const)('are told apart by what they ask: %s', (kind, call) => {
    expect(kindOf(call)).toBe(kind)
  })
})
