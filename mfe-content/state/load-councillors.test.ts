import type { Entry } from '@tessera/shared/content'
import type { ContentClient, LoadRequest } from '@tessera/shared/contract'
import { createMemoryClient } from '@tessera/shared/testing'
import { catalogues, type ContentMessages } from '../messages/index.ts'
import { contentSlice, selectContent } from './content.slice.ts'
import { loadCouncillors } from './load-councillors.ts'

const sys = (id: string, contentTypeId: string, language = 'en-GB') => ({
  id,
  contentTypeId,
  language,
  uri: `/${id}`,
})
const aStreet = (title: string, ward: string | null, postcodes: readonly string[]): Entry => ({
  sys: sys(title, 'street'),
  title,
  area: 'Weirside',
  ...(ward !== null && { ward }),
  postcodes,
})
const aCouncillor = (entryTitle: string, ward: string, language?: string): Entry => ({
  sys: sys(entryTitle, 'councillor', language),
  entryTitle,
  ward,
})
const client = createMemoryClient({
  root: { id: 'root', path: '/' },
  entries: [
    aStreet('Eel Row', 'Weirside', ['LK2 4XG']),
    aStreet('Ferry Road', 'Weirside', ['LK2 4BA']),
    aStreet('Weir Street', null, ['LK9 1AA']),
    ...Array.from({ length: 21 }, (_, at) => aStreet(`Ash Lane ${at + 10}`, 'Brynfa', ['LK7 1AA'])),
    aStreet('Zinc Street', 'Brynfa', ['LK7 1ZZ']),
    aCouncillor('Ada', 'Weirside'),
    aCouncillor('Bo', 'Weirside', 'cy'),
    aCouncillor('Ada', 'Weirside', 'cy'),
    aCouncillor('Cy', 'Brynfa'),
  ],
})

async function lookUp(query: Record<string, string>, own: Partial<ContentClient> = {}) {
  const request = {
    query,
    language: 'en-GB',
    messages: catalogues['en-GB'],
    client: { ...client, ...own },
    signal: new AbortController().signal,
  } as unknown as LoadRequest<ContentMessages>
  const result = await loadCouncillors(request)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => contentSlice.reducer(before as never, action),
    undefined,
  )
  return { result, lookup: selectContent({ content: state }).councillors }
}

describe('councillors by postcode or street', () => {
  it('are those of the ward of the street, each once, those written about in another language among them', async () => {
    const { lookup, result } = await lookUp({ address: 'LK2 4XG' })
    expect(lookup?.street).toMatchObject({ name: 'Eel Row', ward: 'Weirside' })
    expect(lookup?.street?.councillors.map(({ title, language }) => [title, language])).toEqual([
      ['Ada', undefined],
      ['Bo', 'cy'],
    ])
    expect(result.head).toEqual({ robots: 'noindex', announcement: 'Councillors for Weirside' })
  })

  it('are found by a whole postcode although its sector has more streets than one search returns', async () => {
    expect((await lookUp({ address: 'LK7 1ZZ' })).lookup?.street).toMatchObject({ name: 'Zinc Street' })
    expect((await lookUp({ address: 'LK7 1QQ' })).lookup?.choices).toHaveLength(20)
  })

  it('take two rounds of searches, also for a postcode that no street has', async () => {
    let [rounds, underWay] = [0, 0]
    const search: ContentClient['search'] = async (query) => {
      if ((underWay += 1) === 1) rounds += 1
      await new Promise((resolve) => setTimeout(resolve))
      underWay -= 1
      return client.search(query)
    }
    expect((await lookUp({ address: 'LK2 4ZZ' }, { search })).lookup?.choices).toHaveLength(2)
    expect(rounds).toBe(1)
    expect((await lookUp({ address: 'LK9 1ZZ' }, { search })).lookup?.street?.name).toBe('Weir Street')
    expect(rounds).toBe(2)
    await lookUp({ address: 'LK2 4XG' }, { search })
    expect(rounds).toBe(4)
  })

  it('are found by a whole postcode although the search of its sector fails', async () => {
    const search: ContentClient['search'] = (query) =>
      JSON.stringify(query).includes('startsWith') ? Promise.reject(new Error('down')) : client.search(query)
    const { lookup } = await lookUp({ address: 'LK2 4XG' }, { search })
    expect(lookup?.street).toBeDefined()
  })

  it('are not found where the street is not known, which is announced', async () => {
    expect((await lookUp({ address: 'zzz' })).result.head?.announcement).toBe('We do not know “zzz”')
  })

  it('wait until one of several streets is chosen', async () => {
    const { lookup, result } = await lookUp({ address: 'LK2 4' })
    expect(lookup?.choices.map(({ name }) => name)).toEqual(['Eel Row', 'Ferry Road'])
    expect(lookup?.street).toBeUndefined()
    expect(result.head?.announcement).toBe('2 streets found')
    expect((await lookUp({ street: 'Ferry Road' })).lookup?.street?.councillors).toHaveLength(2)
  })

  it('are not guessed for a street without a ward, nor looked up without a query', async () => {
    expect((await lookUp({ address: 'weir street' })).lookup?.street?.councillors).toEqual([])
    expect(await lookUp({})).toEqual({ result: {}, lookup: null })
  })

  it('cannot be looked up while the platform fails, which is said', async () => {
    const problem = new Error('down')
    const { lookup, result } = await lookUp({ address: 'Eel Row' }, { search: () => Promise.reject(problem) })
    expect(lookup).toEqual({ asked: 'Eel Row', choices: [], hasFailed: true })
    expect(result.problem).toBe(problem)
    expect(result.head?.announcement).toBe('We cannot look up streets just now')
  })
})
