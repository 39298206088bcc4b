import { loadVocabulary } from './load-vocabulary.ts'

const { signal } = new AbortController()

describe('what authors say about words (docs/decisions/0039)', () => {
  test('is asked for in the language of the search', async () => {
    const asked: unknown[] = []
    const search = (query: unknown) => {
      asked.push(query)
      const items = [
        { sys: { id: '1', contentTypeId: 'searchSynonyms' }, words: ['tip'], means: ['Recycling centres'] },
      ]
      return Promise.resolve({ pageIndex: 0, pageSize: 500, totalCount: 1, pageCount: 1, items })
    }
    expect((await loadVocabulary({ search }, 'cy', signal)).synonyms).toHaveLength(1)
    expect(asked).toEqual([
      expect.objectContaining({
        where: expect.arrayContaining([{ field: 'sys.language', equalTo: 'cy' }]) as unknown,
      }),
    ])
  })

  test('is not worth a search that fails', async () => {
    const search = () => Promise.reject(new Error('down'))
    expect(await loadVocabulary({ search }, 'cy', signal)).toEqual({ synonyms: [], pins: [] })
  })

  test('is given up by a visitor who has gone', async () => {
    const gone = AbortSignal.abort()
    await expect(
      loadVocabulary({ search: () => Promise.reject(new Error('aborted')) }, 'cy', gone),
    ).rejects.toThrow('aborted')
  })
})
