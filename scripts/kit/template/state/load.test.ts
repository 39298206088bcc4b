import type { LoadRequest } from '@tessera/contract'
import { aNode, anEntry, createMemoryClient } from '@tessera/contract/testing'
import { catalogues, type ExampleMessages } from '../messages/index.ts'
import { exampleSlice, selectExample } from './example.slice.ts'
import { load } from './load.ts'

const entries = ['Bins', 'Parks'].map((entryTitle) => anEntry({ entryTitle }))
const request = {
  slot: { id: 'main', view: 'page', props: {} },
  language: 'en-GB',
  messages: catalogues['en-GB'],
  client: createMemoryClient({ root: aNode(), entries }),
} as unknown as LoadRequest<ExampleMessages>

test('the page shows the titles of the site', async () => {
  const { actions = [], head } = await load(request)
  const loaded = actions.reduce<unknown>((state, action) => exampleSlice.reducer(state, action), undefined)
  expect(head).toEqual({ title: 'Example' })
  expect(selectExample({ example: loaded }).titles).toEqual(['Bins', 'Parks'])
})
