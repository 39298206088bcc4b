import { createAction, defineSlice } from '@tessera/contract/store'

/** The state of this remote. */
export interface ExampleState {
  /** The page's first titles, loaded on the server. */
  readonly titles: readonly string[]
  /** More titles, requested in the browser. */
  readonly more: readonly string[]
  readonly status: 'idle' | 'asking' | 'failed'
}

const EMPTY: ExampleState = { titles: [], more: [], status: 'idle' }

export const titlesLoaded = createAction<readonly string[]>('example/titlesLoaded')
export const moreRequested = createAction('example/moreRequested')
export const moreFinished = createAction<readonly string[]>('example/moreFinished')
export const moreFailed = createAction('example/moreFailed')

/** This remote's only slice. */
export const exampleSlice = defineSlice('example', EMPTY, (on) => {
  on(titlesLoaded, (_, { payload }) => ({ ...EMPTY, titles: payload }))
  on(moreRequested, (state) => ({ ...state, status: 'asking' }))
  on(moreFinished, (state, { payload }) => ({ ...state, more: [...state.more, ...payload], status: 'idle' }))
  on(moreFailed, (state) => ({ ...state, status: 'failed' }))
})

/** This remote's part of a page's state. */
export const selectExample = (state: Readonly<Record<string, unknown>>): ExampleState =>
  (state['example'] as ExampleState | undefined) ?? EMPTY
