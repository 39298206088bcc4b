import { createAction } from '@reduxjs/toolkit'

/** The browser navigates to another path. Dispatched by the host for the epics of remotes. */
export const pathChanged = createAction<{
  readonly path: string
  readonly search: string
  readonly hash: string
}>('host/pathChanged')
