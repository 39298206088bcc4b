import type { SiteInspection } from '@tessera/shared/contract'
import { createAction, defineSlice } from '@tessera/shared/store'
import type { EmbedChoice } from '../domain/embed-choice.ts'
import type { Planned } from '../domain/plan-action.ts'
import type { FixedScript } from '../domain/embed-snippets.ts'

/** The state of the embed page. */
export interface EmbedState {
  readonly choice: EmbedChoice
  /** Languages of embeds, each with its own name for itself. */
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** Origin of the site. */
  readonly site: string
  readonly fixed: FixedScript | null
}

/** State of this remote's pages besides the host's state. Owner: this remote. */
export interface DevinfoState {
  readonly inspection: SiteInspection | null
  readonly embed: EmbedState | null
  /** The action to confirm, or why there is none; null for visitors without the right to release. */
  readonly plan: Planned | null
}

const EMPTY: DevinfoState = { inspection: null, embed: null, plan: null }

/** The host's inspection was loaded. */
export const siteInspected = createAction<SiteInspection>('devinfo/siteInspected')

/** The action of a confirmation page was planned. */
export const actionPlanned = createAction<Planned>('devinfo/actionPlanned')

/** The settings of an embed were read. */
export const embedChosen = createAction<EmbedState>('devinfo/embedChosen')

/** The remote's only slice. */
export const devinfoSlice = defineSlice('devinfo', EMPTY, (on) => {
  on(siteInspected, (state, { payload }) => ({ ...state, inspection: payload }))
  on(actionPlanned, (state, { payload }) => ({ ...state, plan: payload }))
  on(embedChosen, (state, { payload }) => ({ ...state, embed: payload }))
})

/** This remote's part of the state; the initial one before anything was loaded. */
export const selectDevinfo = (state: Readonly<Record<string, unknown>>): DevinfoState =>
  (state['devinfo'] as DevinfoState | undefined) ?? EMPTY
