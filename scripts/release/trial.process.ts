import { readFileSync } from 'node:fs'
import { releaseError } from '../../shell/errors.ts'
import { createGuard } from '../../shell/guard/guard.server.ts'
import { forbidProcessCalls } from '../../shell/guard/process-guard.server.ts'
import { createRealmProtection } from '../../shell/guard/realm-protection.server.ts'
import type { RenderedFixture } from '../../shell/guard/render-fixture.server.ts'
import { checkCandidate } from '../../shell/releases/check-candidate.server.ts'
import { createFederationHost, resetRenderer } from '../../shell/releases/federation-host.server.ts'
import { toAppError } from '@tessera/shared/contract'
import { viewProblems } from './check-views.ts'
import { watchTimers } from './open-handles.ts'
import type { TrialAnswer, TrialQuestion } from './try-build.ts'

// A process of its own, so that a build that loops, exits or takes all memory ends nothing else. Its last message shows how far it came.
const send = (message: TrialAnswer | { readonly step: string }) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()) ?? resolve())

let isOver = false
process.once('disconnect', () => process.exit(1)) // the parent has died
process.once('message', (question: TrialQuestion) => void answer(question))

/** Send the result of the trial once; later results are ignored. */
async function end(outcome: TrialAnswer): Promise<void> {
  if (isOver) return
  isOver = true
  await send(outcome)
  process.exit(0)
}

async function answer(question: TrialQuestion): Promise<void> {
  const refuse = (thrown: unknown) => end(refusal(thrown))
  const failed = (reason: string, cause?: unknown) =>
    releaseError('release/trial-failed', { cause, details: { app: question.app, reason } })
  process.on('uncaughtException', (error) => void refuse(failed('it threw when nobody waited for it', error)))
  process.on('unhandledRejection', (error) => void refuse(failed('it left a promise rejected', error)))
  try {
    const tried = await trial(question, failed)
    await end({ ...tried, peakBytes: peakBytes() })
  } catch (thrown) {
    await refuse(thrown)
  }
}

/** The peak memory of this process. On Linux `maxRSS` includes the parent's memory before the fork, so `/proc` comes first. */
function peakBytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

async function trial({ app, folder }: TrialQuestion, failed: (reason: string, cause?: unknown) => Error) {
  const guard = createGuard(resetRenderer)
  const calls: Error[] = []
  forbidProcessCalls(guard, folder, ({ reason }) => calls.push(failed(reason, new Error(reason))))
  const timers = watchTimers(folder)
  await send({ step: 'its code was loaded' })
  let rendered: readonly RenderedFixture[] = []
  const load = () =>
    createFederationHost(guard).load(app, folder, (remote) => {
      void send({ step: 'its fixtures were rendered' })
      rendered = checkCandidate(app, remote)
      const problems = viewProblems(remote)
      if (problems.length > 0) throw releaseError('release/manifest-invalid', { details: { app, problems } })
    })
  // The host compares built-ins after loading and after rendering; this does so after what a timer or a promise does later.
  return createRealmProtection()(app, (step) =>
    step(async () => {
      const { manifest } = await load().catch((error: unknown) => {
        throw calls[0] ?? error
      })
      await send({ step: 'what it has begun came to its end' })
      const left = await timers.left()
      if (left) throw failed(left.reason, left.cause)
      // Also when the code caught the error itself: in a shell the call would count as a strike.
      if (calls[0]) throw calls[0]
      return { manifest, rendered }
    }),
  )
}

function refusal(thrown: unknown): TrialAnswer {
  const error = toAppError(thrown)
  const { cause } = error
  return {
    error: {
      ...error.toJSON(),
      details: JSON.parse(JSON.stringify(error.details)) as Record<string, unknown>,
      ...(cause !== undefined && {
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      }),
    },
  }
}
