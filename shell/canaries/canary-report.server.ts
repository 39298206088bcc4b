import type { AppError } from '@tessera/shared/contract'
import * as v from 'valibot'
import type { Canary } from '../release-document/release-document.server.ts'
import { CountsSchema, type Counts } from './counts.server.ts'
import type { Halt } from './halts.server.ts'

export const CanaryReportSchema = v.object({
  version: v.string(),
  percent: v.number(),
  since: v.string(),
  state: v.picklist(['running', 'halted', 'refused']),
  /** Why it does not run; null while it runs. */
  why: v.nullable(v.string()),
  canary: CountsSchema,
  /** Counts of the live release since the canary began. */
  live: CountsSchema,
})
/** A shell process's report about the canary of a remote. */
export type CanaryReport = Readonly<v.InferOutput<typeof CanaryReportSchema>>
export type CanaryReports = Readonly<Record<string, CanaryReport>>

interface Facts {
  readonly isLoaded: boolean
  /** Why it was refused; null if it was not. */
  readonly error: AppError | null
  readonly halted: Halt | undefined
  readonly counted: { readonly canary: Counts; readonly live: Counts }
}

export const reportOf = (
  { version, percent, since }: Canary,
  { isLoaded, error, halted, counted }: Facts,
): CanaryReport => ({
  version,
  percent,
  since,
  state: halted ? 'halted' : isLoaded ? 'running' : 'refused',
  why: halted?.why ?? (error && `${error.message} (${error.code})`),
  ...counted,
})
