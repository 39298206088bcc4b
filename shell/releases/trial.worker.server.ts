import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { toAppError } from '@tessera/shared/contract'
import { checkCandidate } from './check-candidate.server.ts'
import { createFederationHost } from './federation-host.server.ts'
import type { TrialAnswer, TrialRequest } from './try-candidate.server.ts'

/** The trial waits this long for timers of the candidate that throw; later errors are caught by the live process. */
const PENDING_WORK_MS = 200
const POLL_MS = 10

// In a separate thread, so that an endless loop of the candidate does not block requests.
await postResult(workerData as TrialRequest)

async function postResult(request: TrialRequest): Promise<void> {
  const answer = await trial(request)
  await waitForPendingWork()
  parentPort?.postMessage(answer)
}

async function trial({ app, folder }: TrialRequest): Promise<TrialAnswer> {
  try {
    await createFederationHost().load(app, folder, (remote) => checkCandidate(app, remote))
    return { error: null }
  } catch (thrown) {
    const error = toAppError(thrown)
    const { message: reason, stack } = error.cause instanceof Error ? error.cause : {}
    return { error: { ...error.toJSON(), details: { ...error.details, reason }, stack } }
  }
}

/** Waits for pending work of the candidate: an uncaught error ends this thread, which refuses the candidate. */
async function waitForPendingWork(): Promise<void> {
  await turn()
  const end = performance.now() + PENDING_WORK_MS
  while (process.getActiveResourcesInfo().includes('Timeout') && performance.now() < end) await sleep(POLL_MS)
}
