import type { SiteInspection } from '@tessera/shared/contract'
import { createAction, defineSlice } from '@tessera/shared/store'

/** What the version page shows beyond the host's own state. Owner: this remote. */
export interface DevinfoState {
  readonly inspection: SiteInspection | null
}

const EMPTY: DevinfoState = { inspection: null }

/** The host said what is running. */
export const siteInspected = createAction<SiteInspection>('devinfo/siteInspected')

/** The remote's one slice, under its one key. */
export const devinfoSlice = defineSlice('devinfo', EMPTY, (on) => {
  on(siteInspected, (_, { payload }) => ({ inspection: payload }))
})

/** This remote's part of the state; empty before anything was loaded. */
export const selectDevinfo = (state: Readonly<Record<string, unknown>>): DevinfoState =>
  (state['devinfo'] as DevinfoState | undefined) ?? EMPTY
