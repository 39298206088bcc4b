import { jest } from '@jest/globals'
import type { AskData } from '@tessera/shared/contract'
import { createFetchDeferred } from './fetch-deferred.ts'
import { createRecentTerms } from './recent-terms.ts'
import { createSuggest } from './suggest.ts'

const never = new AbortController().signal
afterEach(() => localStorage.clear())

describe('recent searches in the browser’s storage', () => {
  test('are kept there and can be cleared', () => {
    const terms = createRecentTerms(() => localStorage)
    terms.add('bins')
    terms.add('jo@example.com')
    terms.add('roads')
    expect(terms.read()).toEqual(['roads', 'bins'])
    terms.clear()
    expect([terms.read(), localStorage.length]).toEqual([[], 0])
  })

  test('are none where storage is blocked or altered', () => {
    const blocked = createRecentTerms(() => {
      throw new Error('blocked')
    })
    blocked.add('bins')
    blocked.clear()
    expect(blocked.read()).toEqual([])
    const terms = createRecentTerms(() => localStorage)
    terms.add('bins')
    const key = Object.keys(localStorage)[0]!
    for (const text of ['{', '{"a":1}']) {
      localStorage.setItem(key, text)
      expect(terms.read()).toEqual([])
    }
    localStorage.setItem(key, '["bins",5]')
    expect(terms.read()).toEqual(['bins'])
  })
})

describe('requests of the browser half', () => {
  test('suggestions are requested by name; invalid ones are left out', async () => {
    const ask = jest.fn<AskData>(async () => [{ title: 'A', path: '/a' }, { title: 5 }, null])
    expect(await createSuggest(ask)('bins', never)).toEqual([{ title: 'A', path: '/a' }])
    expect(ask.mock.calls[0]![0]).toEqual({
      remote: 'mfe-search',
      name: 'suggestions',
      params: { term: 'bins' },
    })
    ask.mockResolvedValueOnce({ error: 'x' })
    expect(await createSuggest(ask)('bins', never)).toEqual([])
  })

  test('the rest is requested when the browser is idle; with data saving only what is needed', async () => {
    const ask = jest.fn<AskData>(async () => ({ totals: { news: 2 } }))
    const idle = jest.fn<() => Promise<void>>(async () => undefined)
    expect(await createFetchDeferred(ask, idle, () => false)({ term: 'bins' }, never, false)).toEqual({
      totals: { news: 2 },
      items: {},
      cut: [],
    })
    expect(idle).toHaveBeenCalledTimes(1)
    const saving = createFetchDeferred(ask, idle, () => true)
    expect(await saving({}, never, false)).toEqual({ totals: {}, items: {}, cut: [] })
    expect(ask).toHaveBeenCalledTimes(1)
    expect((await saving({}, never, true)).totals).toEqual({ news: 2 })
  })
})
