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

/** Runs epics beside a store. Made by `withEpics`; absent on the server, so that nothing there waits or listens. */
export interface EpicRunner {
  readonly middleware: Middleware
  run(owner: string, epic: AppEpic<never>, io: unknown): void
  stop(): void
}

/** What a new store starts with. */
export interface StoreOptions {
  readonly parts?: readonly AnyStorePart[]
  /** State from the server; a key without a reducer is kept as it is until its owner is injected. */
  readonly preloadedState?: State
  /** Browser only: `withEpics()`. A new one for each store. */
  readonly epics?: EpicRunner
}

/** Makes room for the state of reducers that have just arrived; no reducer may answer to it. */
const INJECTED: Action = { type: '@@store/injected' }
/** The state of a page has come from the server. Each reducer is asked with its part of it as the state before. */
export const stateAdopted = createAction<AdoptedState>('@@store/adopted')

/**
 * A store whose parts may arrive at any time: one owner per key, epics started once. `Host` names the keys of the parts that
 * it is made with.
 * @throws AppError store/key-taken
 */
export function createStore<Host = HostState>({
  parts = [],
  preloadedState = {},
  epics,
}: StoreOptions = {}): Store<Host> {
  const reducers = new Map<string, Reducer<unknown>>()
  const owners = new Map<string, string>()
  const started = new Map<string, Set<unknown>>()
  for (const part of parts) addSlices(part, reducers, owners)

  // What the state is made of is decided by the parts, which the compiler cannot follow; everywhere else it is typed.
  const redux = createReduxStore(
    rootReducer(reducers) as Reducer<StoreState<Host>, Action>,
    preloadedState as StoreState<Host>,
  )
  const dispatch = epics ? wrapDispatch(redux, epics.middleware) : redux.dispatch

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
      if (addSlices(part, reducers, owners)) dispatch(INJECTED)
      startEpics(part)
    },
    adopt(state) {
      dispatch(stateAdopted(state))
    },
    dispose() {
      epics?.stop()
    },
  }
  parts.forEach(startEpics)
  return store
}

/** Whether anything was added; nothing is when one of the keys belongs to somebody else. */
function addSlices(
  part: AnyStorePart,
  reducers: Map<string, Reducer<unknown>>,
  owners: Map<string, string>,
): boolean {
  const fresh = (part.slices ?? []).filter(({ key }) => isFresh(key, part.owner, owners))
  fresh.forEach(({ key, reducer }: Slice) => {
    owners.set(key, part.owner)
    reducers.set(key, reducer)
  })
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

/** Unlike combineReducers, keeps keys that have no reducer yet, and sees reducers added later. */
function rootReducer(reducers: ReadonlyMap<string, Reducer<unknown>>): Reducer<State> {
  return (state = {}, action) => {
    const given = stateAdopted.match(action) ? { ...state, ...action.payload } : state
    let next: Record<string, unknown> | null = null
    for (const [key, reducer] of reducers) {
      const before = given[key]
      const after = reducer(before, action)
      if (after === before && key in given) continue
      next ??= { ...given }
      next[key] = after
    }
    return next ?? given
  }
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

/** A part whose epics and calls fit each other. */
export const storePart = <Io>(part: StorePart<Io>): StorePart<Io> => part
