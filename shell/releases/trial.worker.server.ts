import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { toAppError } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import { createGuard } from '../guard/guard.server.ts'
import { forbidProcessCalls } from '../guard/process-guard.server.ts'
import { createRealmProtection } from '../guard/realm-protection.server.ts'
import { checkCandidate } from './check-candidate.server.ts'
import { createFederationHost, resetRenderer } from './federation-host.server.ts'
import type { TrialAnswer, TrialRequest } from './try-candidate.server.ts'

/** The trial waits this long for timers of the candidate that throw; later errors are caught by the live process. */
const PENDING_WORK_MS = 200
const POLL_MS = 10

// In a separate thread, so that an endless loop of the candidate does not block requests.
await postResult(workerData as TrialRequest)

async function postResult(request: TrialRequest): Promise<void> {
  parentPort?.postMessage(await trial(request))
}

async function trial({ app, folder }: TrialRequest): Promise<TrialAnswer> {
  const guard = createGuard(resetRenderer)
  // Some calls of a thread, such as process.kill, reach the whole process.
  const calls: string[] = []
  forbidProcessCalls(guard, folder, ({ reason }) => calls.push(reason))
  try {
    // The host compares built-ins after loading and after rendering; this does so after what a timer or a promise does later.
    await createRealmProtection()(app, (step) =>
      step(async () => {
        const load = createFederationHost(guard).load(app, folder, (remote) => checkCandidate(app, remote))
        await load.finally(waitForPendingWork).finally(() => {
          // Also when the code caught the error of the call.
          if (calls[0]) throw releaseError('release/trial-failed', { details: { app, reason: calls[0] } })
        })
      }),
    )
    return { error: null }
  } catch (thrown) {
    const error = toAppError(thrown)
    const { message: reason, stack } = error.cause instanceof Error ? error.cause : {}
    return { error: { ...error.toJSON(), details: { ...(reason && { reason }), ...error.details }, stack } }
  }
}

/** Waits for pending work of the candidate: an uncaught error ends this thread, which refuses the candidate. */
async function waitForPendingWork(): Promise<void> {
  await turn()
  const end = performance.now() + PENDING_WORK_MS
  while (process.getActiveResourcesInfo().includes('Timeout') && performance.now() < end) await sleep(POLL_MS)
}
