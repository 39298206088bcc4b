import { until } from '../testing/index.ts'
import type { Action, AppEpic } from '../contract/index.ts'
import { createAction, createStore, defineSlice, map, onAction, withEpics } from '../store/index.ts'
import { createDeferredEpics } from './deferred-epics.ts'

const typed = createAction<string>('test/typed')
const asked = createAction<string>('test/asked')
const answered = createAction<string>('test/answered')
const missed = createAction<string>('test/missed')

const heard = defineSlice('heard', [] as readonly string[], (on) => {
  on([typed, answered, missed], (state, { type, payload }) => [...state, `${type.slice(5)} ${payload}`])
})
const answering: AppEpic = (action$, state$) =>
  onAction(action$, asked).pipe(
    map(({ payload }) => answered(`${payload} after ${(state$.value['heard'] as readonly string[]).length}`)),
  )

/** A store whose epics start after an attempt to load them succeeds. */
function aStore(attempts: readonly boolean[]) {
  const tried: boolean[] = []
  const epics = createDeferredEpics({
    owner: 'test',
    load: async () => {
      const isThere = attempts[tried.length] ?? true
      tried.push(isThere)
      await Promise.resolve()
      if (!isThere) throw new Error('no code')
      return { runner: withEpics(), epics: [answering], io: {} }
    },
    onMissing: (action: Action) =>
      asked.match(action) && action.payload === 'now' ? missed(action.payload) : undefined,
  })
  const store = createStore({ parts: [{ owner: 'test', slices: [heard] }], epics })
  return { store, epics, tried, all: () => store.getState()['heard'] as readonly string[] }
}

describe('epics that come late', () => {
  it('get each earlier action once, with the current state, and reducers get no action twice', async () => {
    const { store, epics, tried, all } = aStore([])
    store.dispatch(typed('a'))
    store.dispatch(asked('first'))
    store.dispatch(typed('b'))
    expect(all()).toEqual(['typed a', 'typed b'])
    epics.load()
    epics.load()
    store.dispatch(asked('second'))
    await until(() => all().length === 4)
    store.dispatch(asked('third'))
    expect(all().slice(2)).toEqual([
      'answered first after 2',
      'answered second after 3',
      'answered third after 4',
    ])
    epics.load()
    expect(tried).toEqual([true])
  })

  it('that do not come leave what can wait for the next attempt, and the rest is answered', async () => {
    const { store, epics, tried, all } = aStore([false])
    store.dispatch(asked('now'))
    store.dispatch(asked('later'))
    epics.load()
    await until(() => all().length === 1)
    expect(all()).toEqual(['missed now'])
    await until(() => (epics.load(), tried.length === 2))
    await until(() => all().length === 2)
    expect(all()[1]).toBe('answered later after 1')
  })

  it('do not begin in a store that has gone, and end with it', async () => {
    const gone = aStore([])
    gone.store.dispatch(asked('x'))
    gone.epics.load()
    gone.store.dispose()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(gone.all()).toEqual([])
    const { store, epics, all } = aStore([])
    store.dispatch(asked('x'))
    epics.load()
    await until(() => all().length === 1)
    store.dispose()
    store.dispatch(asked('y'))
    expect(all()).toHaveLength(1)
  })
})
