import { Subject } from 'rxjs'
import type { Action, AppEpic, StorePart } from '../contract/index.ts'
import { until } from '../testing/index.ts'
import {
  createAction,
  createStore,
  defineSlice,
  map,
  mergeMap,
  of,
  onAction,
  stateAdopted,
  storePart,
  withEpics,
  type EpicFailure,
  type Observable,
} from './index.ts'

const asked = createAction<string>('test/asked')
const answered = createAction<string>('test/answered')

const counter = (key: string) =>
  defineSlice(key, { count: 0, last: '' }, (on) => {
    on(answered, (state, { payload }) => ({ count: state.count + 1, last: payload }))
  })

const answering: AppEpic = (action$) => onAction(action$, asked).pipe(map(({ payload }) => answered(payload)))
const throwing: AppEpic = (action$) =>
  onAction(action$, asked).pipe(
    mergeMap(() => {
      throw new Error('broken')
    }),
  )

describe('createStore (design 5, reference federation 5.2)', () => {
  it('keeps what markup was made from as it came, while its deferred keys come after a click', () => {
    const store = createStore({
      preloadedState: { page: 'first', clicks: { count: 0, last: '' } },
      epics: withEpics(),
    })
    store.inject({ owner: 'test', slices: [counter('clicks'), counter('search')] })
    store.dispatch(answered('a click'))
    store.adopt({ search: { count: 7, last: 'x' } })
    expect(store.getState()).toMatchObject({ clicks: { count: 1 }, search: { count: 7 } })
    expect(store.getServedState()).toEqual({
      page: 'first',
      clicks: { count: 0, last: '' },
      search: { count: 7, last: 'x' },
    })
    store.adopt({ page: 'second' as never })
    expect(store.getServedState()).toEqual(store.getState())
  })

  it('keeps state from the server until the reducer of its key arrives, and then hands it over', () => {
    const store = createStore({ preloadedState: { search: { count: 7, last: 'x' } } })
    store.dispatch({ type: 'anything' })
    expect(store.getState()).toEqual({ search: { count: 7, last: 'x' } })
    store.inject({ owner: 'mfe-search', slices: [counter('search')] })
    store.dispatch(answered('y'))
    expect(store.getState()).toEqual({ search: { count: 8, last: 'y' } })
  })

  it('gives the initial state of an injected slice at once and tells subscribers', () => {
    const store = createStore()
    let calls = 0
    store.subscribe(() => (calls += 1))
    store.inject({ owner: 'mfe-search', slices: [counter('search')] })
    expect(store.getState()).toEqual({ search: { count: 0, last: '' } })
    expect(calls).toBe(1)
  })

  it('lets the same owner repeat itself without effect', () => {
    const store = createStore({ epics: withEpics() })
    const part: StorePart = { owner: 'mfe-search', slices: [counter('search')], epics: [answering] }
    store.inject(part)
    store.inject(part)
    store.dispatch(asked('once'))
    expect(store.getState()).toEqual({ search: { count: 1, last: 'once' } })
  })

  it('refuses a key that belongs to another owner, and adds nothing of that part', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: [counter('routing')] }] })
    const bad: StorePart = { owner: 'mfe-search', slices: [counter('search'), counter('routing')] }
    expect(() => store.inject(bad)).toThrow(expect.objectContaining({ code: 'store/key-taken' }))
    expect(Object.keys(store.getState())).toEqual(['routing'])
  })

  it('returns the same state object when no reducer changed anything', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: [counter('routing')] }] })
    const before = store.getState()
    store.dispatch({ type: 'nobody/listens' })
    expect(store.getState()).toBe(before)
  })

  it('adopts the next page key by key: given keys are replaced, others stay, unknown ones wait for their owner', () => {
    const store = createStore({ parts: [{ owner: 'a', slices: [counter('a'), counter('b')] }] })
    store.dispatch(answered('here'))
    store.adopt({ a: { count: 9, last: 'next page' }, later: { count: 3, last: '' } })
    expect(store.getState()).toEqual({
      a: { count: 9, last: 'next page' },
      b: { count: 1, last: 'here' },
      later: { count: 3, last: '' },
    })
    store.inject({ owner: 'c', slices: [counter('later')] })
    store.dispatch(answered('on'))
    expect(store.getState()['later']).toEqual({ count: 4, last: 'on' })
  })

  it('asks each reducer with the adopted state of its key, which has the last word', () => {
    const price = defineSlice('price', { net: 0, gross: 0 }, (on) => {
      on(stateAdopted, ({ net }) => ({ net, gross: net * 2 }))
    })
    const store = createStore({ parts: [{ owner: 'a', slices: [price] }] })
    store.adopt({ price: { net: 4 } })
    expect(store.getState()).toEqual({ price: { net: 4, gross: 8 } })
  })

  it('lets a slice make one of what it had and what the next page brings', () => {
    const list = defineSlice(
      'list',
      { page: 1, items: ['initial'] },
      () => undefined,
      (previous, served) => ({ ...served, items: [...previous.items, ...served.items] }),
    )
    const store = createStore({ parts: [{ owner: 'a', slices: [list, counter('b')] }] })
    store.adopt({ list: { page: 2, items: ['second'] }, b: { count: 4, last: 'next page' } })
    store.adopt({ list: { page: 3, items: ['third'] } })
    expect(store.getState()).toEqual({
      list: { page: 3, items: ['initial', 'second', 'third'] },
      b: { count: 4, last: 'next page' },
    })
    // A page without the key does not change it.
    store.adopt({ b: { count: 5, last: '' } })
    expect(store.getState()['list']).toMatchObject({ page: 3 })
  })

  it('has nothing to merge with what came before the slice did', () => {
    const list = defineSlice(
      'list',
      ['initial'],
      () => undefined,
      (previous, served) => [...previous, ...served],
    )
    const store = createStore()
    store.adopt({ list: ['served'] })
    store.inject({ owner: 'a', slices: [list] })
    expect(store.getState()).toEqual({ list: ['served'] })
    store.adopt({ list: ['next'] })
    expect(store.getState()).toEqual({ list: ['served', 'next'] })
  })

  it('runs no epics without a runner', () => {
    const store = createStore({ parts: [{ owner: 'a', slices: [counter('a')], epics: [answering] }] })
    store.dispatch(asked('x'))
    expect(store.getState()).toEqual({ a: { count: 0, last: '' } })
  })

  it('does not mix 50 stores that work at the same time', async () => {
    let given = 0
    const stores = Array.from({ length: 50 }, (_, id) => {
      const epic: AppEpic = (action$) =>
        onAction(action$, asked).pipe(
          mergeMap(async ({ payload }) => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
            given += 1
            return answered(payload)
          }),
        )
      const store = createStore({
        parts: [{ owner: 'a', slices: [counter('a')], epics: [epic] }],
        epics: withEpics(),
      })
      for (let n = 0; n < 5; n++) store.dispatch(asked(`store-${id}`))
      return store
    })
    await until(() => given === 250)
    stores.forEach((store, id) => {
      store.dispose()
      expect(store.getState()).toEqual({ a: { count: 5, last: `store-${id}` } })
    })
  })
})

describe('withEpics (reference security D13)', () => {
  it('does not let one throwing epic silence the others, reports it, and starts it again', () => {
    const failures: EpicFailure[] = []
    const store = createStore({
      parts: [{ owner: 'mfe-search', slices: [counter('search')], epics: [throwing, answering] }],
      epics: withEpics({ onError: (failure) => failures.push(failure) }),
    })
    store.dispatch(asked('one'))
    store.dispatch(asked('two'))
    expect(store.getState()).toEqual({ search: { count: 2, last: 'two' } })
    expect(failures.map(({ owner, epic, error }) => [owner, epic, error.message])).toEqual([
      ['mfe-search', 'throwing', 'broken'],
      ['mfe-search', 'throwing', 'broken'],
    ])
  })

  it('gives up on an epic that fails as soon as it starts', () => {
    const failures: EpicFailure[] = []
    const hopeless: AppEpic = () => {
      throw new Error('never starts')
    }
    createStore({
      parts: [{ owner: 'a', epics: [hopeless] }],
      epics: withEpics({ onError: (failure) => failures.push(failure) }),
    })
    expect(failures).toHaveLength(51)
    expect(failures.at(-1)?.isStopped).toBe(true)
  })

  it('gives each part its own calls', () => {
    const epic: AppEpic<{ readonly say: () => string }> = (action$, _state$, io) =>
      onAction(action$, asked).pipe(map(() => answered(io.say())))
    const store = createStore({ parts: [{ owner: 'z', slices: [counter('z')] }], epics: withEpics() })
    store.inject(storePart({ owner: 'a', epics: [epic], io: { say: () => 'from a' } }))
    store.dispatch(asked(''))
    expect(store.getState()).toEqual({ z: { count: 1, last: 'from a' } })
  })

  it('lets epics read the state as it is after the action', () => {
    const seen: unknown[] = []
    const epic: AppEpic = (action$, state$) =>
      onAction(action$, answered).pipe(
        mergeMap(() => {
          seen.push((state$.value as { a: { count: number } }).a.count)
          return of<Action>()
        }),
      )
    const store = createStore({
      parts: [{ owner: 'a', slices: [counter('a')], epics: [epic] }],
      epics: withEpics(),
    })
    store.dispatch(answered('x'))
    expect(seen).toEqual([1])
  })

  it('leaves no subscription after 200 rounds of inject and dispose', () => {
    const outside$ = new Subject<string>()
    const listening: AppEpic = () => outside$.pipe(map((text) => answered(text))) as Observable<Action>
    for (let round = 0; round < 200; round++) {
      const store = createStore({ epics: withEpics() })
      store.inject({ owner: 'a', slices: [counter('a')], epics: [listening, answering] })
      outside$.next('x')
      expect(store.getState()).toEqual({ a: { count: 1, last: 'x' } })
      expect(outside$.observed).toBe(true)
      store.dispose()
      expect(outside$.observed).toBe(false)
      outside$.next('y')
      store.dispatch(asked('z'))
      expect(store.getState()).toEqual({ a: { count: 1, last: 'x' } })
    }
  })
})
