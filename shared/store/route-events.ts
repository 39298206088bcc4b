import { createAction } from '@reduxjs/toolkit'

/** The browser goes to another path. Emitted by the host; epics of remotes may listen. */
export const pathChanged = createAction<{
  readonly path: string
  readonly search: string
  readonly hash: string
}>('host/pathChanged')
