import type { Reducer, Store as ReduxStore, UnknownAction } from 'redux'
import type { Observable } from 'rxjs'
import type { AdoptedState, HostState } from './state.ts'

export type Action = UnknownAction

/** One key of the state, and the only reducer that may change it. */
export interface Slice<S = unknown> {
  readonly key: string
  readonly reducer: Reducer<S>
  /**
   * The new state when a navigation brings state from the server: from the previous state (the initial one before the first page) and
   * the server's. Without it the server's state replaces the previous one. Pure. Since contract 1.2.
   */
  adopt?(previous: S, served: S): S
}

/** The state of a store: the keys of the host and of the remotes. */
export type StoreState<Host = HostState> = Host & Readonly<Record<string, unknown>>

/** The state that an epic reads: inside a page of another site the shell's keys are missing. */
type EpicState = StoreState<Partial<HostState>>

/** Browser only: reacts to actions. `io` has the calls that the epic may make. */
export type AppEpic<Io = unknown> = (
  action$: Observable<Action>,
  state$: Observable<EpicState> & { readonly value: EpicState },
  io: Io,
) => Observable<Action>

/** What a package adds to the store: its slices, its epics, and the calls that these epics may make. */
export interface StorePart<Io = unknown> {
  readonly owner: string
  readonly slices?: readonly Slice[]
  readonly epics?: readonly AppEpic<Io>[]
  readonly io?: Io
}

/** A store part of any package, whatever the type of its calls. */
export type AnyStorePart = Omit<StorePart<never>, 'io'> & { readonly io?: unknown }

/** The store: on the server one per request, in the browser one per document. `Host` has the keys that exist from the start. */
export interface Store<Host = HostState> extends ReduxStore<StoreState<Host>, Action> {
  /** Add slices and epics. Parts that the same owner has already added are ignored. @throws AppError store/key-taken */
  inject(part: AnyStorePart): void
  /**
   * Take over state from the server, key by key: each reducer is called with that state as its previous one, or with the result of
   * `Slice.adopt`. Keys that are not given keep their state; the state of keys without a reducer is kept until it is injected.
   */
  adopt(state: AdoptedState): void
  /**
   * The state that the markup of the page was rendered from: on the server the current state, in the browser the last adopted one,
   * regardless of later actions. React hydrates with it.
   */
  getServedState(): StoreState<Host>
  /** Stop every epic; the store must not be used afterwards. */
  dispose(): void
}
