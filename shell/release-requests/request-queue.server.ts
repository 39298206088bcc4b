import { randomUUID } from 'node:crypto'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { MAX_LINE } from '../release-document/trust.server.ts'
import {
  claimFile,
  outcomeFile,
  requestFile,
  type Claim,
  type Outcome,
  type ReleaseRequest,
  type Seals,
} from './release-request.server.ts'

/** How long a request waits for an agent to claim it. */
export const REQUEST_LIFETIME_MS = 120_000
/** An agent without an outcome so long after its claim counts as ended: waiting for shells may take a minute. */
export const LEASE_MS = 300_000

/** A request with its claim and its outcome. */
export interface RequestState {
  readonly request: ReleaseRequest
  readonly claim: Claim | null
  readonly outcome: Outcome | null
}

type QueueStorage = Pick<ReleaseStorage, 'read' | 'create'>

interface Parts {
  readonly storage: QueueStorage
  readonly seals: Seals
  /** In milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The requests of a release store, numbered without gaps, so that storage that cannot list files can be used too. Each file is created
 * once and never changed: the request by a shell, the claim by one agent, and the outcome.
 */
export interface RequestQueue {
  /** Creates a request. @throws Error when the storage cannot be written */
  ask(asked: Pick<ReleaseRequest, 'action' | 'basis' | 'by' | 'why'>): Promise<ReleaseRequest>
  /** A request by its number; null if there is none, or none with a valid seal. */
  find(number: number): Promise<RequestState | null>
  /** The latest requests, newest first, without those whose seal is not valid. */
  latest(count: number): Promise<readonly RequestState[]>
  /** Claims a request for this agent only. False if it has expired, or another agent has claimed it. */
  claim(request: ReleaseRequest, who: Pick<Claim, 'host' | 'pid'>): Promise<boolean>
  /** Writes the outcome of a request; if there is one already, it is kept. */
  close(request: ReleaseRequest, outcome: Pick<Outcome, 'state' | 'lines'>): Promise<void>
}

export function createRequestQueue({ storage, seals, now = Date.now }: Parts): RequestQueue {
  const isThere = async (number: number): Promise<boolean> =>
    (await storage.read(requestFile(number))) !== null
  let last = 0
  const findLast = async (): Promise<number> => {
    // The store may have been emptied since the last call.
    last = await lastOf(isThere, last > 0 && (await isThere(last)) ? last : 0)
    return last
  }
  const stamp = ({ number, id }: Pick<ReleaseRequest, 'number' | 'id'>) =>
    ({ schema: 1, number, id, at: new Date(now()).toISOString() }) as const
  const find = async (number: number): Promise<RequestState | null> => {
    const bytes = await storage.read(requestFile(number))
    const request = bytes && seals.open('request', number, bytes)
    if (!request) return null
    const [claim, outcome] = await Promise.all([
      storage.read(claimFile(number)),
      storage.read(outcomeFile(number)),
    ])
    const isOf = <Part extends Claim | Outcome>(part: Part | null) => (part?.id === request.id ? part : null)
    return {
      request,
      claim: isOf(claim && seals.open('claim', number, claim)),
      outcome: isOf(outcome && seals.open('outcome', number, outcome)),
    }
  }
  return {
    find,
    async ask({ action, basis, by, why }) {
      const until = new Date(now() + REQUEST_LIFETIME_MS).toISOString()
      for (let number = (await findLast()) + 1; ; number += 1) {
        const request = { ...stamp({ number, id: randomUUID() }), until, action, basis, by, why }
        if (await storage.create(requestFile(number), seals.seal('request', request))) return request
      }
    },
    async latest(count) {
      const newest = await findLast()
      const numbers = Array.from({ length: Math.min(count, newest) }, (_, index) => newest - index)
      return (await Promise.all(numbers.map(find))).filter((state) => state !== null)
    },
    async claim(request, who) {
      if (now() > Date.parse(request.until)) return false
      return storage.create(claimFile(request.number), seals.seal('claim', { ...stamp(request), ...who }))
    },
    async close(request, { state, lines }) {
      const outcome = { ...stamp(request), state, lines: lines.map((line) => line.slice(0, MAX_LINE)) }
      await storage.create(outcomeFile(request.number), seals.seal('outcome', outcome))
    },
  }
}

/** The last existing number of a sequence without gaps, by doubling and then halving steps. `from` exists or is 0. */
async function lastOf(isThere: (number: number) => Promise<boolean>, from: number): Promise<number> {
  let [low, step] = [from, 1]
  while (await isThere(low + step)) [low, step] = [low + step, step * 2]
  for (; step > 1; step /= 2) if (await isThere(low + step / 2)) low += step / 2
  return low
}
