import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError, type Manifest, type SerialisedError } from '@tessera/shared/contract'
import { releaseError } from '../../shell/errors.ts'
import type { RenderedFixture } from '../../shell/guard/render-fixture.server.ts'
import { COMPILE_CACHE } from '../paths/root.ts'

/** Has the same extension as this file, because an installed kit has both as JavaScript. */
const SCRIPT = fileURLToPath(new URL(`./trial.process${path.extname(import.meta.filename)}`, import.meta.url))

/** Time limit for loading and rendering a build, in milliseconds, without the start of the process. */
const DEADLINE_MS = 15_000
const START_MS = 30_000
const MAX_HEAP_MB = 256
/** Memory limit of the whole process, buffers included; the host's own code takes about a third of it. */
const MAX_BYTES = 448 * 1024 * 1024
const POLL_MS = 25

/** What the process has to try. */
export interface TrialQuestion {
  readonly app: string
  /** Folder with `node`. */
  readonly folder: string
}

/** A build that has passed its trial. */
export interface Tried {
  readonly manifest: Manifest
  /** Its rendered fixtures. */
  readonly rendered: readonly RenderedFixture[]
}

/** The result of a trial. */
export type TrialAnswer =
  | (Tried & {
      /** The peak memory of the process. */
      readonly peakBytes: number
      readonly error?: undefined
    })
  | {
      readonly error: SerialisedError & {
        readonly details: Readonly<Record<string, unknown>>
        /** A stack trace. */
        readonly cause?: string
      }
    }

/**
 * Load the server half of a build in a process of its own, check it as a shell will, and render a fixture of every view that its
 * manifest names. A build that loops, ends its process, takes all memory or leaves something running is refused.
 * @throws AppError release/…, whose cause is the stack as text where there is one
 */
export async function tryBuild(question: TrialQuestion, deadlineMs = DEADLINE_MS): Promise<Tried> {
  const child = fork(SCRIPT, [], {
    execArgv: [
      ...process.execArgv.filter((flag) => !/inspect|import|loader/.test(flag)),
      `--max-old-space-size=${MAX_HEAP_MB}`,
    ],
    // The code of a remote is not trusted yet, so it gets no secret from the user's environment.
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    const answer = await answerOf(child, question, deadlineMs)
    if (answer.error) {
      const { code, message, ...facts } = answer.error
      throw new AppError(code, message, facts)
    }
    if (answer.peakBytes > MAX_BYTES) throw tooLarge(question, answer.peakBytes)
    const { manifest, rendered } = answer
    return { manifest, rendered }
  } finally {
    child.kill('SIGKILL')
  }
}

function answerOf(child: ChildProcess, question: TrialQuestion, deadlineMs: number): Promise<TrialAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TrialAnswer>()
  let step = 'its process started'
  const failed = (reason: string) => reject(trialError(question, `${reason} while ${step}`))
  const endAfter = (ms: number) => setTimeout(() => failed(`it did not come to an end within ${ms} ms`), ms)
  const start = endAfter(START_MS + deadlineMs)
  let late: NodeJS.Timeout | undefined
  child.on('message', (message: TrialAnswer | { readonly step: string }) => {
    if (!('step' in message)) return resolve(message)
    step = message.step
    late ??= endAfter(deadlineMs)
  })
  child.once('error', ({ message }) => failed(message))
  child.once('exit', (code, signal) => {
    if (signal === 'SIGABRT' || code === 134)
      reject(trialError(question, `it took more than ${MAX_HEAP_MB} MB of heap while ${step}`))
    else failed(`it ended its process (${signal ?? `exit code ${code}`})`)
  })
  const poll = setInterval(() => {
    const bytes = residentBytes(child.pid ?? 0)
    if (bytes > MAX_BYTES) reject(tooLarge(question, bytes))
  }, POLL_MS)
  child.send(question)
  return promise.finally(() => {
    clearTimeout(start)
    clearTimeout(late)
    clearInterval(poll)
  })
}

const trialError = ({ app }: TrialQuestion, reason: string) =>
  releaseError('release/trial-failed', { details: { app, reason } })

const tooLarge = (question: TrialQuestion, bytes: number) =>
  trialError(
    question,
    `its process took ${toMegabytes(bytes)} MB of memory; ${toMegabytes(MAX_BYTES)} MB are the most`,
  )

const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

const PAGE_BYTES = 4_096

/** Memory of a process. 0 without /proc: then the process's own report at its end counts. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}
