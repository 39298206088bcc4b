import { parentPort, workerData } from 'node:worker_threads'
import { toAppError } from '@tessera/shared/contract'
import { checkCandidate } from './check-candidate.server.ts'
import { createFederationHost } from './federation-host.server.ts'
import type { TrialAnswer, TrialRequest } from './try-candidate.server.ts'

// A thread of its own: whatever the candidate does here, an endless loop included, no visitor waits for it.
parentPort?.postMessage(await trial(workerData as TrialRequest))

async function trial({ app, folder }: TrialRequest): Promise<TrialAnswer> {
  try {
    await createFederationHost().load(app, folder, (remote) => checkCandidate(app, remote))
    return { error: null }
  } catch (thrown) {
    const error = toAppError(thrown)
    const reason = error.cause instanceof Error ? error.cause.message : undefined
    return { error: { ...error.toJSON(), details: { ...error.details, reason } } }
  }
}
