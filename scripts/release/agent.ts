import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { releasePlace } from '../../shell/release-place/release-place.server.ts'
import {
  createRequestBox,
  LEASE_MS,
  type RequestBox,
  type RequestState,
} from '../../shell/release-requests/request-box.server.ts'
import { createSeals, type ReleaseRequest } from '../../shell/release-requests/release-request.server.ts'
import { carryOut } from './carry-out.ts'
import { readHistory } from './change-document.ts'
import type { Patience, Say } from './go-live.ts'
import { pruneAfter } from './prune-releases.ts'
import { releaseDue } from './release-due.ts'
import { ownSigner, type Signer } from './signer.ts'

/** How many of the newest requests are looked at: more do not wait for two minutes. */
const LOOKED_AT = 20
const EVERY_MS = 1_000

/** What an agent needs. */
export interface AgentOptions {
  /** The release store. */
  readonly releases: string
  /** Shared with the shells, who seal their requests with it. */
  readonly requestKey: string
  readonly say: Say
  /** Of the site's key; this checkout's unless given. */
  readonly signer?: Signer
  /** In milliseconds since 1970. */
  readonly now?: () => number
  readonly deadlineMs?: number
  readonly everyMs?: number
}

/** Who carries out, with the site's key, what staff ask for on the version page and what is scheduled. */
export interface Agent {
  /** Once. Requests one after the other, then what is due. */
  look(): Promise<void>
  /** Again and again until the signal: what is under way then is brought to its end. */
  run(signal: AbortSignal): Promise<void>
}

export function createAgent({
  releases,
  requestKey,
  say,
  signer = ownSigner(),
  now = Date.now,
  deadlineMs,
  everyMs = EVERY_MS,
}: AgentOptions): Agent {
  const box = createRequestBox({ place: releasePlace(releases), seals: createSeals(requestKey), now })
  const parts = { releases, box, say, signer, now, ...(deadlineMs !== undefined && { deadlineMs }) }
  const look = async (): Promise<void> => {
    const states = (await box.latest(LOOKED_AT)).toReversed()
    for (const state of states) await answer(state, parts)
    await releaseDue(
      releases,
      { ...parts, now: now(), from: `the schedule, by the agent on ${signer.from}` },
      say,
    )
  }
  return {
    look,
    async run(signal) {
      let saidLast = ''
      while (!signal.aborted) {
        try {
          await look()
          saidLast = ''
        } catch (error) {
          const { message } = error as Error
          if (message !== saidLast) say(`The release agent cannot go on: ${message}`) // once: it is tried again
          saidLast = message
        }
        await wait(everyMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

interface Parts extends Pick<Patience, 'deadlineMs'> {
  readonly releases: string
  readonly box: RequestBox
  readonly say: Say
  readonly signer: Signer
  readonly now: () => number
}

/** What the record says a request was made from; names the request too. */
const fromOf = ({ number }: Pick<ReleaseRequest, 'number'>, { from }: Signer): string =>
  `the version page (request ${number}), by the agent on ${from}`

async function answer({ request, claim, outcome }: RequestState, parts: Parts): Promise<void> {
  const { releases, box, signer, now, deadlineMs, say } = parts
  if (outcome) return
  if (claim) {
    if (isGone(claim, now())) await breakOff(request, parts)
    return
  }
  if (!(await box.claim(request, { host: hostname(), pid: process.pid }))) return
  const lines: string[] = []
  const patience = {
    signer: { ...signer, by: request.by, from: fromOf(request, signer) },
    basis: request.basis,
    deadlineMs,
    now: now(),
  } as Patience & { readonly now: number }
  const state = await carryOut(releases, request, (line) => void lines.push(line), patience).then(
    () => 'done' as const,
    (error: unknown) => {
      lines.push(...String(error instanceof Error ? error.message : error).split('\n'))
      return 'refused' as const
    },
  )
  await box.close(request, { state, lines })
  say(`Request ${request.number} of ${request.by}, ${request.action.do}: ${state}. ${lines[0] ?? ''}`)
  // As the command does, and once whoever asked has been told.
  if (state === 'done' && request.action.do === 'promote')
    await pruneAfter(releases, request.action.app, say, signer)
}

/** Whether the agent that has begun has ended: of this machine it is known, of another one after some minutes. */
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

/** Say of a request whose agent has ended in the middle what it has changed by then. It is not carried out again. */
async function breakOff(request: ReleaseRequest, { releases, box, signer }: Parts): Promise<void> {
  const changes = (await readHistory(releases, signer))
    .filter(({ sequence, changed }) => sequence > request.basis && changed.from === fromOf(request, signer))
    .map(({ sequence, changed }) => `number ${sequence} of the record: ${changed.action}`)
  const lines =
    changes.length === 0
      ? ['The agent ended before it had changed anything.']
      : ['The agent ended before the shells had said what they made of it. It has changed:', ...changes]
  await box.close(request, { state: 'broken-off', lines })
}
