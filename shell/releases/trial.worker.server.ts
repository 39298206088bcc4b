import { parentPort, workerData } from 'node:worker_threads'
import { toAppError } from '@tessera/shared/contract'
import { checkCandidate } from './check-candidate.server.ts'
import { createFederationHost } from './federation-host.server.ts'
import type { TrialAnswer, TrialRequest } from './try-candidate.server.ts'

// A thread of its own: whatever the candidate does here, an endless loop included, no visitor waits for it.
const { app, folder } = workerData as TrialRequest
let answer: TrialAnswer = { error: null }
try {
  checkCandidate(app, await createFederationHost().load(app, folder))
} catch (thrown) {
  const error = toAppError(thrown)
  const reason = error.cause instanceof Error ? error.cause.message : undefined
  answer = { error: { ...error.toJSON(), details: { ...error.details, reason } } }
}
parentPort?.postMessage(answer)
