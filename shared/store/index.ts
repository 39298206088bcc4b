export { createStore, stateAdopted } from './create-store.ts'
export type { EpicRunner, StoreOptions } from './create-store.ts'
export { withEpics } from './with-epics.ts'
export type { EpicFailure } from './with-epics.ts'
export { defineSlice } from './define-slice.ts'
export type { Creator, On } from './define-slice.ts'
export { onAction } from './on-action.ts'
export { storePart } from './create-store.ts'
export { createBus } from './create-bus.ts'
export type { HostBus, ListenerErrorHandler } from './create-bus.ts'
export { readState, serialiseState } from './serialise-state.ts'
export { pathChanged } from './route-events.ts'
export * from './user-events.ts'
export {
  initialUser,
  isSameUser,
  selectIsAuthenticated,
  selectUser,
  selectUserState,
  userSlice,
} from './user.slice.ts'
export { createAction } from '@reduxjs/toolkit'
export {
  catchError,
  concatMap,
  EMPTY,
  exhaustMap,
  filter,
  from,
  map,
  mergeMap,
  Observable,
  of,
  switchMap,
  takeUntil,
} from 'rxjs'
