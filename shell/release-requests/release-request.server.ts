import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Version } from '../release-document/release-document.server.ts'
import { AppName, Line, Time } from '../release-document/trust.server.ts'

/** A time in UTC, so that it does not depend on the reader's time zone. */
const Moment = v.pipe(Time, v.endsWith('Z'))

/** Actions of the version page. None of them brings code live that has not passed the release gate, and none changes keys. */
const ActionSchema = v.variant('do', [
  v.strictObject({ do: v.literal('promote'), app: AppName, version: Version }),
  v.strictObject({ do: v.literal('halt'), app: AppName, version: Version }),
  /** Rollback to an earlier release of one app. */
  v.strictObject({ do: v.literal('back'), app: AppName, version: Version }),
  /** Rollback of the whole site to the releases of an earlier document, by its number. */
  v.strictObject({ do: v.literal('site'), to: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.strictObject({ do: v.literal('freeze') }),
  v.strictObject({ do: v.literal('unfreeze') }),
  /** Scheduling of a candidate, which has passed the gate and must pass it again when it goes live. */
  v.strictObject({ do: v.literal('schedule'), app: AppName, version: Version, at: Moment }),
  v.strictObject({ do: v.literal('unschedule'), app: AppName, version: Version }),
])
export type ReleaseAction = Readonly<v.InferOutput<typeof ActionSchema>>

/** @throws Error for an invalid action, or a freeze without a reason */
export function readAction(posted: Readonly<Record<string, string>>, why: string): ReleaseAction {
  const { to, ...named } = posted
  const action = v.parse(ActionSchema, { ...named, ...(to !== undefined && { to: Number(to) }) })
  if (action.do === 'freeze' && why === '') throw new Error('a freeze needs a reason')
  return action
}

const numbered = { schema: v.literal(1), number: v.number(), id: v.pipe(v.string(), v.uuid()), at: Time }

const RequestSchema = v.object({
  ...numbered,
  /** Expiry: no agent begins with it after this time. */
  until: Time,
  action: ActionSchema,
  /** Number of the release document that the requester saw: the action is carried out only on this document. */
  basis: v.number(),
  by: Line,
  why: Line,
})
/** A request from the version page, stored in the release store until an agent carries it out. */
export type ReleaseRequest = Readonly<v.InferOutput<typeof RequestSchema>>

const ClaimSchema = v.object({ ...numbered, host: v.string(), pid: v.number() })
/** The claim of an agent that has begun with a request: no other agent may. */
export type Claim = Readonly<v.InferOutput<typeof ClaimSchema>>

const OutcomeSchema = v.object({
  ...numbered,
  /** `broken-off`: its agent ended before the action was complete. */
  state: v.picklist(['done', 'refused', 'broken-off']),
  /** The output that the command of the same name would have printed. */
  lines: v.array(Line),
})
/** The outcome of a request. */
export type Outcome = Readonly<v.InferOutput<typeof OutcomeSchema>>

/** Name of a request's file in a release store. */
export const requestFile = (number: number): string => `requests/${String(number).padStart(8, '0')}.json`
export const claimFile = (number: number): string => requestFile(number).replace('.json', '.begun.json')
export const outcomeFile = (number: number): string => requestFile(number).replace('.json', '.outcome.json')

/** The kinds of files in `requests/`. The seal includes the kind, so that a file of one kind cannot serve as another. */
const KINDS = { request: RequestSchema, claim: ClaimSchema, outcome: OutcomeSchema } as const
type Kinds = { readonly request: ReleaseRequest; readonly claim: Claim; readonly outcome: Outcome }

/**
 * Authenticates the files that shells and agents write for each other, with a key that only they have (HMAC-SHA256). Write access to the
 * release store alone is not enough to forge requests or outcomes.
 */
export interface Seals {
  seal<Kind extends keyof Kinds>(kind: Kind, content: Kinds[Kind]): Buffer
  /** The content of a file; null if it was not sealed with this key, or belongs to another number. */
  open<Kind extends keyof Kinds>(kind: Kind, number: number, bytes: Buffer): Kinds[Kind] | null
}

export function createSeals(key: string): Seals {
  const sealOf = (kind: string, content: object): string =>
    createHmac('sha256', key)
      .update(`tessera release ${kind}\n${JSON.stringify(content)}`)
      .digest('base64')
  return {
    seal: (kind, content) =>
      Buffer.from(`${JSON.stringify({ ...content, seal: sealOf(kind, content) }, null, 2)}\n`),
    open(kind, number, bytes) {
      const { seal, ...content } = parse(bytes)
      const [given, wanted] = [Buffer.from(String(seal)), Buffer.from(sealOf(kind, content))]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const { success, output } = v.safeParse(KINDS[kind], content)
      return success && output.number === number ? (output as never) : null
    },
  }
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
