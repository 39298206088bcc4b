import { jest } from '@jest/globals'
import type { Entry } from '@tessera/shared/content'
import type { ContentClient, LoadRequest, RouteState } from '@tessera/shared/contract'
import { relatedLoaded } from './content.slice.ts'
import { loadRelated } from './load-related.ts'

type Search = ContentClient['search']

const found: Entry = {
  sys: { id: 'e2', uri: '/news/other', contentTypeId: 'newsArticle', language: 'cy' },
  entryTitle: 'Arall',
}
const aRequest = (view: string, fields: object, search: Search): LoadRequest =>
  ({
    slot: { id: 'main', view, props: {} },
    route: {
      entryID: 'e1',
      mappedEntry: fields,
    } as unknown as RouteState,
    language: 'en-GB',
    client: { search } as unknown as ContentClient,
    signal: new AbortController().signal,
  }) as unknown as LoadRequest

describe('what is related to a page', () => {
  it.each([
    ['news', 'newsArticle', { topicKey: '0/1/9' }, { field: 'topic', equalTo: '0/1/9' }],
    [
      'document',
      'document',
      { category: 'Cynlluniau', categoryKey: 'Plans' },
      { field: 'category', equalTo: 'Plans' },
    ],
    ['councillor', 'councillor', { ward: 'Weirside' }, { field: 'ward', equalTo: 'Weirside' }],
  ])('are others of its type about the same, by one search: %s', async (view, type, fields, condition) => {
    const search = jest.fn<Search>(async () => ({
      pageIndex: 0,
      pageSize: 5,
      totalCount: 1,
      pageCount: 1,
      items: [found],
    }))
    const { actions } = await loadRelated(aRequest(view, fields, search))
    expect(search).toHaveBeenCalledTimes(1)
    expect(search.mock.calls[0]?.[0].where).toEqual([
      { field: 'sys.contentTypeId', equalTo: type },
      { field: 'sys.language', equalTo: 'en-GB' },
      condition,
      { not: [{ field: 'sys.id', equalTo: 'e1' }] },
    ])
    expect(actions).toEqual([relatedLoaded([{ title: 'Arall', href: '/news/other', language: 'cy' }])])
  })

  it('is empty, without a call, where the entry names none or the view shows none', async () => {
    const search = jest.fn<Search>()
    expect(await loadRelated(aRequest('news', {}, search))).toEqual({})
    expect(await loadRelated(aRequest('event', { topicKey: '0/1' }, search))).toEqual({})
    expect(search).not.toHaveBeenCalled()
  })

  it('is an empty list where the search fails', async () => {
    const gone = new Error('gone')
    const search: Search = () => Promise.reject(gone)
    const { actions, problem } = await loadRelated(aRequest('document', { categoryKey: 'Plans' }, search))
    expect([actions, problem]).toEqual([[relatedLoaded([])], gone])
  })
})
