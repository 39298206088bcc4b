import { createAction } from '@reduxjs/toolkit'
import { legacy_createStore as createReduxStore, type Middleware, type Reducer } from 'redux'
import type {
  Action,
  AdoptedState,
  AnyStorePart,
  AppEpic,
  HostState,
  Slice,
  Store,
  StoreState,
  StorePart,
} from '../contract/index.ts'
import { storeError } from './errors.ts'

type State = Readonly<Record<string, unknown>>

/** Runs epics for a store. Made by `withEpics`; absent on the server, where no epics may run. */
export interface EpicRunner {
  readonly middleware: Middleware
  run(owner: string, epic: AppEpic<never>, io: unknown): void
  stop(): void
}

/** Options of a new store. */
export interface StoreOptions {
  readonly parts?: readonly AnyStorePart[]
  /** State from the server; a key without a reducer is kept as it is until its owner is injected. */
  readonly preloadedState?: State
  /** Browser only: `withEpics()`. A new one for each store. */
  readonly epics?: EpicRunner
}

/** Adds the initial state of newly injected reducers; no reducer may handle it. */
const INJECTED: Action = { type: '@@store/injected' }
/** State of a page arrived from the server. Each reducer is called with its key of that state as the previous state. */
export const stateAdopted = createAction<AdoptedState>('@@store/adopted')

/**
 * A store to which parts may be added at any time: each key has one owner, each epic is started once. `Host` has the keys of the
 * initial parts.
 * @throws AppError store/key-taken
 */
export function createStore<Host = HostState>({
  parts = [],
  preloadedState = {},
  epics,
}: StoreOptions = {}): Store<Host> {
  const slices = new Map<string, Slice>()
  const owners = new Map<string, string>()
  const started = new Map<string, Set<unknown>>()
  for (const part of parts) addSlices(part, slices, owners)

  // Casts, because the compiler cannot derive the type of the state from the parts.
  const redux = createReduxStore(
    rootReducer(slices) as Reducer<StoreState<Host>, Action>,
    preloadedState as StoreState<Host>,
  )
  const dispatch = epics ? wrapDispatch(redux, epics.middleware) : redux.dispatch
  // Epics exist only in browsers, and only there the state may change after the markup was rendered.
  let served = epics ? redux.getState() : null

  const startEpics = (part: AnyStorePart) => {
    if (!epics || !part.epics?.length) return
    const known = started.get(part.owner) ?? new Set()
    started.set(part.owner, known)
    for (const epic of part.epics) {
      if (known.has(epic)) continue
      known.add(epic)
      epics.run(part.owner, epic, part.io)
    }
  }

  const store: Store<Host> = {
    ...redux,
    dispatch,
    inject(part) {
      if (addSlices(part, slices, owners)) dispatch(INJECTED)
      // Served keys stay; keys that the page did not bring get the initial state of their slices.
      served &&= { ...redux.getState(), ...served }
      startEpics(part)
    },
    adopt(state) {
      dispatch(stateAdopted(state))
      // Without the key `page` the state belongs to the current page, and a click may have changed its other keys meanwhile.
      served &&= 'page' in state ? redux.getState() : { ...served, ...state }
    },
    getServedState: () => served ?? redux.getState(),
    dispose() {
      epics?.stop()
    },
  }
  parts.forEach(startEpics)
  return store
}

/** Adds the new slices of a part; returns whether there were any. Throws, and adds none, when a key has another owner. */
function addSlices(part: AnyStorePart, slices: Map<string, Slice>, owners: Map<string, string>): boolean {
  const fresh = (part.slices ?? []).filter(({ key }) => isFresh(key, part.owner, owners))
  for (const slice of fresh) {
    owners.set(slice.key, part.owner)
    slices.set(slice.key, slice)
  }
  return fresh.length > 0
}

function isFresh(key: string, claimant: string, owners: Map<string, string>): boolean {
  const owner = owners.get(key)
  if (owner === undefined) return true
  if (owner === claimant) return false
  throw storeError('store/key-taken', {
    message: `The state key "${key}" belongs to ${owner}; ${claimant} cannot have it.`,
    details: { key, owner, claimant },
  })
}

/** Unlike combineReducers, keeps the state of keys without a reducer, and uses reducers that are added later. */
function rootReducer(slices: ReadonlyMap<string, Slice>): Reducer<State> {
  return (state = {}, action) => {
    const given = stateAdopted.match(action) ? adopted(state, action.payload, slices) : state
    let next: Record<string, unknown> | null = null
    for (const [key, { reducer }] of slices) {
      const before = given[key]
      const after = reducer(before, action)
      if (after === before && key in given) continue
      next ??= { ...given }
      next[key] = after
    }
    return next ?? given
  }
}

/** The state with the served keys of a page in place of its own; a slice with `adopt` merges both. */
function adopted(state: State, served: State, slices: ReadonlyMap<string, Slice>): State {
  const next: Record<string, unknown> = { ...state, ...served }
  for (const key of Object.keys(served)) {
    const slice = slices.get(key)
    if (slice?.adopt) next[key] = slice.adopt(state[key], served[key])
  }
  return next
}

function wrapDispatch(
  redux: { readonly dispatch: Store['dispatch']; readonly getState: () => unknown },
  middleware: Middleware,
): Store['dispatch'] {
  let dispatch: Store['dispatch'] = redux.dispatch
  const api = {
    getState: redux.getState,
    dispatch: ((action: Action) => dispatch(action)) as Store['dispatch'],
  }
  dispatch = middleware(api)(redux.dispatch as (action: unknown) => unknown) as Store['dispatch']
  return dispatch
}

/** The part itself; checks by its types that epics and calls fit each other. */
export const storePart = <Io>(part: StorePart<Io>): StorePart<Io> => part
