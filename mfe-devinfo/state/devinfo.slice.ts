import type { SiteInspection } from '@tessera/shared/contract'
import { createAction, defineSlice } from '@tessera/shared/store'
import type { EmbedChoice } from '../domain/embed-choice.ts'
import type { Planned } from '../domain/plan-action.ts'
import type { FixedScript } from '../domain/embed-snippets.ts'

/** What the page of embeds shows. */
export interface EmbedState {
  readonly choice: EmbedChoice
  /** That an embed can be in, each with its name in itself. */
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** Origin of the site. */
  readonly site: string
  readonly fixed: FixedScript | null
}

/** What this remote's pages show beyond the host's own state. Owner: this remote. */
export interface DevinfoState {
  readonly inspection: SiteInspection | null
  readonly embed: EmbedState | null
  /** What is to be confirmed, or why there is nothing; null for whom nothing is offered. */
  readonly plan: Planned | null
}

const EMPTY: DevinfoState = { inspection: null, embed: null, plan: null }

/** The host said what is running. */
export const siteInspected = createAction<SiteInspection>('devinfo/siteInspected')

/** Somebody chose what to change. */
export const actionPlanned = createAction<Planned>('devinfo/actionPlanned')

/** Somebody chose what to embed. */
export const embedChosen = createAction<EmbedState>('devinfo/embedChosen')

/** The remote's one slice, under its one key. */
export const devinfoSlice = defineSlice('devinfo', EMPTY, (on) => {
  on(siteInspected, (state, { payload }) => ({ ...state, inspection: payload }))
  on(actionPlanned, (state, { payload }) => ({ ...state, plan: payload }))
  on(embedChosen, (state, { payload }) => ({ ...state, embed: payload }))
})

/** This remote's part of the state; empty before anything was loaded. */
export const selectDevinfo = (state: Readonly<Record<string, unknown>>): DevinfoState =>
  (state['devinfo'] as DevinfoState | undefined) ?? EMPTY
