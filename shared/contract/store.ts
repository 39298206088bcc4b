import type { Reducer, Store as ReduxStore, UnknownAction } from 'redux'
import type { Observable } from 'rxjs'

export type Action = UnknownAction

/** One key of the state and the reducer that alone may change it. */
export interface Slice<S = unknown> {
  readonly key: string
  readonly reducer: Reducer<S>
}

/** Browser only: reacts to actions. `io` is the bag of calls that the remote was given. */
export type AppEpic<Io = unknown> = (
  action$: Observable<Action>,
  state$: Observable<unknown> & { readonly value: unknown },
  io: Io,
) => Observable<Action>

/** What a package adds to the store: its slices, its epics, and the calls those epics may make. */
export interface StorePart<Io = unknown> {
  readonly owner: string
  readonly slices?: readonly Slice[]
  readonly epics?: readonly AppEpic<Io>[]
  readonly io?: Io
}

/** One store per request and per page. */
export interface Store extends ReduxStore<Readonly<Record<string, unknown>>, Action> {
  /** Add slices and epics once; the same owner may repeat itself. @throws AppError store/key-taken */
  inject(part: StorePart<never> | StorePart): void
  /**
   * Take over what the owners' reducers made on the server, key by key, when the browser moves to another page.
   * Keys that are not given keep their state.
   */
  adopt(state: Readonly<Record<string, unknown>>): void
  /** Stop every epic; the store is not used after it. */
  dispose(): void
}
