import { jest } from '@jest/globals'
import type { Action } from '@tessera/shared/contract'
import { asSlice, createSlice, createStore, storePart, withEpics } from '@tessera/shared/store'
import { followPath, PAGE_DEADLINE_MS, type PageTree } from './follow-path.epic.ts'
import { hostSlices, pathChanged } from './host-slices.ts'

interface Call {
  readonly path: string
  readonly signal: AbortSignal
  readonly answer: (page: PageTree) => void
  readonly fail: (error: Error) => void
}

function aStore() {
  const calls: Call[] = []
  const actions: Action[] = []
  const recorder = createSlice({
    name: 'recorder',
    initialState: 0,
    reducers: {},
    extraReducers: (builder) =>
      builder.addDefaultCase((count, action) => {
        actions.push(action)
        return count + 1
      }),
  })
  const io = {
    loadPage: ({ path }: { readonly path: string }, signal: AbortSignal) =>
      new Promise<PageTree>((answer, fail) => calls.push({ path, signal, answer, fail })),
  }
  const store = createStore({
    parts: [
      { owner: 'shell', slices: hostSlices },
      { owner: 'test', slices: [asSlice(recorder)] },
    ],
    epics: withEpics(),
  })
  store.inject(storePart({ owner: 'shell', epics: [followPath], io }))
  const outcomes = () => actions.filter(({ type }) => /pageArrived|pageFailed/.test(type))
  const go = (path: string) => store.dispatch(pathChanged({ path, search: '', hash: '' }))
  return { calls, outcomes, go }
}

const aPage = (title: string) => ({ page: { head: { title } } }) as unknown as PageTree
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('followPath (design 2, One resolver)', () => {
  it('brings the page of a changed path', async () => {
    const { calls, outcomes, go } = aStore()
    go('/news')
    calls[0]?.answer(aPage('News'))
    await settled()
    expect(outcomes()).toEqual([
      {
        type: 'host/pageArrived',
        payload: { target: { path: '/news', search: '', hash: '' }, page: aPage('News') },
      },
    ])
    expect(calls[0]?.signal.aborted).toBe(false)
  })

  it('lets the newest win and aborts the older, whichever answers first', async () => {
    const { calls, outcomes, go } = aStore()
    go('/news')
    go('/events')
    expect(calls.map(({ path, signal }) => [path, signal.aborted])).toEqual([
      ['/news', true],
      ['/events', false],
    ])
    calls[1]?.answer(aPage('Events'))
    calls[0]?.answer(aPage('News'))
    await settled()
    expect(outcomes()).toMatchObject([{ type: 'host/pageArrived', payload: { target: { path: '/events' } } }])
  })

  it('says that a page failed, and follows the next path all the same', async () => {
    const { calls, outcomes, go } = aStore()
    go('/news')
    calls[0]?.fail(new TypeError('Failed to fetch'))
    await settled()
    go('/events')
    calls[1]?.answer(aPage('Events'))
    await settled()
    expect(outcomes()).toMatchObject([
      {
        type: 'host/pageFailed',
        payload: { target: { path: '/news' }, error: { message: 'Failed to fetch' } },
      },
      { type: 'host/pageArrived', payload: { target: { path: '/events' } } },
    ])
  })

  it('gives up a page that does not come within eight seconds', async () => {
    jest.useFakeTimers()
    const { calls, outcomes, go } = aStore()
    go('/news')
    await jest.advanceTimersByTimeAsync(PAGE_DEADLINE_MS)
    jest.useRealTimers()
    await settled()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(outcomes()).toMatchObject([
      { type: 'host/pageFailed', payload: { error: { code: 'page/deadline' } } },
    ])
  })
})
