import { Worker } from 'node:worker_threads'
import { AppError, type SerialisedError } from '@tessera/shared/contract'
import { raceDeadline } from '@tessera/shared/io'
import { releaseError } from '../errors.ts'

/** How long a candidate may take to load and to render its fixtures, thread start included. */
const TRIAL_DEADLINE_MS = 10_000

/** Memory limit of a candidate, buffers included; below, the interval of the check in milliseconds. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024
const HEAP_CHECK_MS = 20

/** The input of the trial thread. */
export interface TrialRequest {
  readonly app: string
  readonly folder: string
}

/** The result of the trial thread. */
export interface TrialAnswer {
  readonly error:
    | (SerialisedError & {
        readonly details: Readonly<Record<string, unknown>>
        /** Stack of its cause. */
        readonly stack?: string | undefined
      })
    | null
}

/**
 * Loads a verified release and renders its fixtures in a separate thread, so that a release that loops, exits or uses too much
 * memory is refused before it serves visitors.
 * @throws AppError release/not-loadable, release/contract-mismatch, release/fixture-failed, release/trial-failed
 */
export async function tryCandidate(request: TrialRequest, deadlineMs = TRIAL_DEADLINE_MS): Promise<void> {
  const worker = new Worker(new URL('./trial.worker.server.ts', import.meta.url), {
    workerData: request,
    // Far above the allowed memory: a thread that exceeds this limit between two checks of V8 crashes the whole process.
    resourceLimits: { maxOldGenerationSizeMb: 2_048 },
  })
  try {
    const { error } = await raceDeadline(deadlineMs, answerOf(worker, request), () => {
      throw failed(request, `no answer within ${deadlineMs} ms`)
    })
    if (!error) return
    const { code, message, status, details, stack } = error
    throw new AppError(code, message, { status, details, ...(stack !== undefined && { cause: stack }) })
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, request: TrialRequest): Promise<TrialAnswer> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: TrialAnswer) => resolve(answer))
    worker.once('error', (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      reject(failed(request, `it ended with an error: ${message}`, error))
    })
    const look = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ used_heap_size: heap, external_memory: external }) => {
          const used = heap + external
          if (used > MAX_MEMORY_BYTES) reject(failed(request, `it took ${Math.round(used / 1_000_000)} MB`))
        },
        () => undefined, // the thread has ended; 'exit' is handled below
      )
    }, HEAP_CHECK_MS)
    worker.once('exit', (code) => {
      clearInterval(look)
      reject(failed(request, `it ended with code ${code}`))
    })
  })
}

const failed = ({ app }: TrialRequest, reason: string, cause?: unknown) =>
  releaseError('release/trial-failed', { cause, details: { app, reason } })
