import { Worker } from 'node:worker_threads'
import { AppError, type SerialisedError } from '@tessera/shared/contract'
import { raceDeadline } from '@tessera/shared/io'
import { releaseError } from '../errors.ts'

/** How long a candidate may take to load and to render its fixtures, thread start included. */
const TRIAL_DEADLINE_MS = 10_000

/** What the trial thread is told. */
export interface TrialRequest {
  readonly app: string
  readonly folder: string
}

/** What it found. */
export interface TrialAnswer {
  readonly error: (SerialisedError & { readonly details: Readonly<Record<string, unknown>> }) | null
}

/**
 * Load a verified release and render its fixtures in a thread of its own, so that one that loops, exits or eats memory
 * is found out before it is near a visitor.
 * @throws AppError release/not-loadable, release/contract-mismatch, release/fixture-failed, release/trial-failed
 */
export async function tryCandidate(request: TrialRequest, deadlineMs = TRIAL_DEADLINE_MS): Promise<void> {
  const worker = new Worker(new URL('./trial.worker.server.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  try {
    const { error } = await raceDeadline(deadlineMs, answerOf(worker, request), () => {
      throw failed(request, `no answer within ${deadlineMs} ms`)
    })
    if (error) throw new AppError(error.code, error.message, { status: error.status, details: error.details })
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, request: TrialRequest): Promise<TrialAnswer> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: TrialAnswer) => resolve(answer))
    worker.once('error', (error) => reject(failed(request, 'it ended with an error', error)))
    worker.once('exit', (code) => reject(failed(request, `it ended with code ${code}`)))
  })
}

const failed = ({ app }: TrialRequest, reason: string, cause?: unknown) =>
  releaseError('release/trial-failed', { cause, details: { app, reason } })
