import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import {
  createRequestQueue,
  LEASE_MS,
  type RequestQueue,
  type RequestState,
} from '../../shell/release-requests/request-queue.server.ts'
import { createSeals, type ReleaseRequest } from '../../shell/release-requests/release-request.server.ts'
import { carryOut } from './carry-out.ts'
import { readHistory } from './change-document.ts'
import type { ChangeOptions, Say } from './go-live.ts'
import { pruneAfter } from './prune-releases.ts'
import { releaseDue } from './release-due.ts'
import { ownSigner, type Signer } from './signer.ts'
import { toMessage } from '../start/usage-error.ts'

/** How many of the newest requests are read in each round: more never wait within two minutes. */
const MAX_REQUESTS = 20
const POLL_MS = 1_000

/** The options of an agent. */
export interface AgentOptions {
  /** The release store. */
  readonly releases: string
  /** Shared with the shells, which seal their requests with it. */
  readonly requestKey: string
  readonly say: Say
  /** Signs with the site's key; by default this checkout's. */
  readonly signer?: Signer
  /** The time in milliseconds since 1970. */
  readonly now?: () => number
  readonly deadlineMs?: number
  readonly everyMs?: number
}

/** Carries out, with the site's key, the requests of staff from the version page, and scheduled releases. */
export interface Agent {
  /** One round: the requests one after the other, then scheduled releases that are due. */
  poll(): Promise<void>
  /** Rounds until the signal; a round that is running then is finished. */
  run(signal: AbortSignal): Promise<void>
}

export function createAgent({
  releases,
  requestKey,
  say,
  signer = ownSigner(),
  now = Date.now,
  deadlineMs,
  everyMs = POLL_MS,
}: AgentOptions): Agent {
  const queue = createRequestQueue({ storage: releaseStorage(releases), seals: createSeals(requestKey), now })
  const parts = { releases, queue, say, signer, now, ...(deadlineMs !== undefined && { deadlineMs }) }
  const poll = async (): Promise<void> => {
    const states = (await queue.latest(MAX_REQUESTS)).toReversed()
    for (const state of states) await answer(state, parts)
    await releaseDue(
      releases,
      { ...parts, now: now(), from: `the schedule, by the agent on ${signer.from}` },
      say,
    )
  }
  return {
    poll,
    async run(signal) {
      let saidLast = ''
      while (!signal.aborted) {
        try {
          await poll()
          saidLast = ''
        } catch (error) {
          const { message } = error as Error
          if (message !== saidLast) say(`The release agent cannot go on: ${message}`) // said once, and retried
          saidLast = message
        }
        await wait(everyMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

interface Parts extends Pick<ChangeOptions, 'deadlineMs'> {
  readonly releases: string
  readonly queue: RequestQueue
  readonly say: Say
  readonly signer: Signer
  readonly now: () => number
}

/** The source of a change in the history; names the request too. */
const fromOf = ({ number }: Pick<ReleaseRequest, 'number'>, { from }: Signer): string =>
  `the version page (request ${number}), by the agent on ${from}`

async function answer({ request, claim, outcome }: RequestState, parts: Parts): Promise<void> {
  const { releases, queue, signer, now, deadlineMs, say } = parts
  if (outcome) return
  if (claim) {
    if (isGone(claim, now())) await abandonRequest(request, parts)
    return
  }
  if (!(await queue.claim(request, { host: hostname(), pid: process.pid }))) return
  const lines: string[] = []
  const options = {
    signer: { ...signer, by: request.by, from: fromOf(request, signer) },
    basis: request.basis,
    deadlineMs,
    now: now(),
  } as ChangeOptions & { readonly now: number }
  const state = await carryOut(releases, request, (line) => void lines.push(line), options).then(
    () => 'done' as const,
    (error: unknown) => {
      lines.push(...toMessage(error).split('\n'))
      return 'refused' as const
    },
  )
  await queue.close(request, { state, lines })
  say(`Request ${request.number} of ${request.by}, ${request.action.do}: ${state}. ${lines[0] ?? ''}`)
  // As the command does; after the requester has the result.
  if (state === 'done' && request.action.do === 'promote')
    await pruneAfter(releases, request.action.app, say, signer)
}

/** Whether the agent that has claimed a request has died: known at once on this machine, after some minutes for another one. */
function isGone({ host, pid, at }: NonNullable<RequestState['claim']>, now: number): boolean {
  if (now - Date.parse(at) > LEASE_MS) return true
  if (host !== hostname() || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** Close a request whose agent died while carrying it out, and report what it had changed. It is not carried out again. */
async function abandonRequest(request: ReleaseRequest, { releases, queue, signer }: Parts): Promise<void> {
  const changes = (await readHistory(releases, signer))
    .filter(({ sequence, changed }) => sequence > request.basis && changed.from === fromOf(request, signer))
    .map(({ sequence, changed }) => `number ${sequence} of the record: ${changed.action}`)
  const lines =
    changes.length === 0
      ? ['The agent ended before it had changed anything.']
      : ['The agent ended before the shells had said what they made of it. It has changed:', ...changes]
  await queue.close(request, { state: 'broken-off', lines })
}
