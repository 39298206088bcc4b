import { createStore, storePart, withEpics } from '@tessera/contract/store'
import { until } from '@tessera/contract/testing'
import { exampleSlice, moreRequested, selectExample } from './example.slice.ts'
import { moreEpic, type ExampleIo } from './more.epic.ts'

function aStore(askTitles: ExampleIo['askTitles']) {
  const store = createStore({ epics: withEpics() })
  store.inject(
    storePart({ owner: 'mfe-example', slices: [exampleSlice], epics: [moreEpic], io: { askTitles } }),
  )
  return { store, state: () => selectExample(store.getState()) }
}

test('more titles come once, however often they are asked for meanwhile', async () => {
  const asked: number[] = []
  const { store, state } = aStore(async (page) => {
    asked.push(page)
    return ['Libraries']
  })
  store.dispatch(moreRequested())
  store.dispatch(moreRequested())
  await until(() => state().status === 'idle')
  expect(asked).toEqual([1])
  expect(state().more).toEqual(['Libraries'])
})

test('an answer that does not come is said', async () => {
  const { store, state } = aStore(() => Promise.reject(new Error('no network')))
  store.dispatch(moreRequested())
  await until(() => state().status === 'failed')
  expect(state().more).toEqual([])
})
