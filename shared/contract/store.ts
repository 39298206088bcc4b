import type { Reducer, Store as ReduxStore, UnknownAction } from 'redux'
import type { Observable } from 'rxjs'
import type { AdoptedState, HostState } from './state.ts'

export type Action = UnknownAction

/** One key of the state and the reducer that alone may change it. */
export interface Slice<S = unknown> {
  readonly key: string
  readonly reducer: Reducer<S>
  /**
   * What the state becomes when a page brings it anew: of what it was (its initial value before the first page) and what the
   * server has made. Without it the server's takes its place. Pure. Since contract 1.2.
   */
  adopt?(previous: S, served: S): S
}

/** The state of a store: the host's keys, and those of the remotes beside them. */
export type StoreState<Host = HostState> = Host & Readonly<Record<string, unknown>>

/** The state as an epic reads it: a foreign host has none of the shell's keys. */
type EpicState = StoreState<Partial<HostState>>

/** Browser only: reacts to actions. `io` holds the calls that the remote was given. */
export type AppEpic<Io = unknown> = (
  action$: Observable<Action>,
  state$: Observable<EpicState> & { readonly value: EpicState },
  io: Io,
) => Observable<Action>

/** What a package adds to the store: its slices, its epics, and the calls those epics may make. */
export interface StorePart<Io = unknown> {
  readonly owner: string
  readonly slices?: readonly Slice[]
  readonly epics?: readonly AppEpic<Io>[]
  readonly io?: Io
}

/** A part of any package: what its calls are is the package's own matter. */
export type AnyStorePart = Omit<StorePart<never>, 'io'> & { readonly io?: unknown }

/** One store per request and per page. `Host` names the keys that are there from the start. */
export interface Store<Host = HostState> extends ReduxStore<StoreState<Host>, Action> {
  /** Add slices and epics once; the same owner may repeat itself. @throws AppError store/key-taken */
  inject(part: AnyStorePart): void
  /**
   * Take over what the owners' reducers made on the server, key by key: each reducer is asked with that state in place of
   * its own, or what `Slice.adopt` makes of both. Keys that are not given keep their state; those without a reducer wait for it.
   */
  adopt(state: AdoptedState): void
  /**
   * The state that the markup of the page was made from: on the server the state as it is, in the browser as it was when it was
   * adopted last, whatever has happened since. React hydrates from it.
   */
  getServedState(): StoreState<Host>
  /** Stop every epic; the store is not used after it. */
  dispose(): void
}
