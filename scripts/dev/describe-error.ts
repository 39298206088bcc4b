import type { AppError } from '@tessera/shared/contract'
import { reasonsOf } from '../../shell/reports/shell-report.server.ts'
import { toLine } from '../start/usage-error.ts'

/** An error of a server process as text. */
export interface ServerProblem {
  readonly message: string
  /** Stack trace of the innermost cause; empty without one. */
  readonly stack: string
}

/** The messages and details of an error and its causes, each once. */
export function describeError(thrown: unknown): ServerProblem {
  const chain = chainOf(thrown)
  const words = chain.flatMap((error) => [firstLine(error), ...(hasDetails(error) ? reasonsOf(error) : [])])
  const stacks = chain.map((error) => (error instanceof Error ? error.stack : error))
  return {
    message: [...new Set(words.filter(Boolean))].join(' '),
    stack: String(stacks.findLast((stack) => typeof stack === 'string' && /^\s+at /m.test(stack)) ?? ''),
  }
}

/** The class itself is another one in the bundle of each remote. */
const hasDetails = (error: unknown): error is AppError =>
  error instanceof Error && 'details' in error && typeof error.details === 'object' && error.details !== null

function chainOf(error: unknown): readonly unknown[] {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? [error] : [error, ...chainOf(cause)]
}

/** The cause of an error from a thread or another process is its stack trace as text. */
const firstLine = (error: unknown): string | undefined =>
  error instanceof Error
    ? toLine(error)
    : String(error)
        .split('\n')[0]
        ?.replace(/^\w*Error: /, '')
