import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Version } from '../release-document/release-document.server.ts'
import { AppName, Line, Time } from '../release-document/trust.server.ts'

/** In UTC: everybody who reads it takes it for the same moment. */
const Moment = v.pipe(Time, v.endsWith('Z'))

/** What may be asked for from the version page. Nothing of it brings code live that has not passed the gate, and nothing changes a key. */
const ActionSchema = v.variant('do', [
  v.strictObject({ do: v.literal('promote'), app: AppName, version: Version }),
  v.strictObject({ do: v.literal('halt'), app: AppName, version: Version }),
  /** To an earlier release of one app. */
  v.strictObject({ do: v.literal('back'), app: AppName, version: Version }),
  /** What was live at this number of the record, of the whole site. */
  v.strictObject({ do: v.literal('site'), to: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.strictObject({ do: v.literal('freeze') }),
  v.strictObject({ do: v.literal('unfreeze') }),
  /** Of a candidate, which has passed the gate, and passes it again at its time. */
  v.strictObject({ do: v.literal('schedule'), app: AppName, version: Version, at: Moment }),
  v.strictObject({ do: v.literal('unschedule'), app: AppName, version: Version }),
])
export type ReleaseAction = Readonly<v.InferOutput<typeof ActionSchema>>

/** @throws Error where it is none, or one of a freeze that says no reason */
export function readAction(posted: Readonly<Record<string, string>>, why: string): ReleaseAction {
  const { to, ...named } = posted
  const action = v.parse(ActionSchema, { ...named, ...(to !== undefined && { to: Number(to) }) })
  if (action.do === 'freeze' && why === '') throw new Error('a freeze needs a reason')
  return action
}

const numbered = { schema: v.literal(1), number: v.number(), id: v.pipe(v.string(), v.uuid()), at: Time }

const RequestSchema = v.object({
  ...numbered,
  /** Nobody begins with it after this moment. */
  until: Time,
  action: ActionSchema,
  /** Number of the release document that whoever asks has seen: it is carried out on this one, and on no other. */
  basis: v.number(),
  by: Line,
  why: Line,
})
/** What somebody asks for on the version page, as it lies in the release store until an agent carries it out. */
export type ReleaseRequest = Readonly<v.InferOutput<typeof RequestSchema>>

const ClaimSchema = v.object({ ...numbered, host: v.string(), pid: v.number() })
/** An agent has begun with a request: nobody else may. */
export type Claim = Readonly<v.InferOutput<typeof ClaimSchema>>

const OutcomeSchema = v.object({
  ...numbered,
  /** `broken-off`: its agent ended in the middle. */
  state: v.picklist(['done', 'refused', 'broken-off']),
  /** What the command of the same name would have printed. */
  lines: v.array(Line),
})
/** What became of a request. */
export type Outcome = Readonly<v.InferOutput<typeof OutcomeSchema>>

/** Names of files in a release store; nothing else lies there. */
export const requestFile = (number: number): string => `requests/${String(number).padStart(8, '0')}.json`
export const claimFile = (number: number): string => requestFile(number).replace('.json', '.begun.json')
export const outcomeFile = (number: number): string => requestFile(number).replace('.json', '.outcome.json')

/** What a file of `requests/` is; also keeps the seal of one kind from being one of another. */
const KINDS = { request: RequestSchema, claim: ClaimSchema, outcome: OutcomeSchema } as const
type Kinds = { readonly request: ReleaseRequest; readonly claim: Claim; readonly outcome: Outcome }

/**
 * Seals what shells and agents write for each other with a key that they alone have (HMAC-SHA256): whoever can write the release store can
 * neither ask for anything nor say what has become of it.
 */
export interface Seals {
  seal<Kind extends keyof Kinds>(kind: Kind, content: Kinds[Kind]): Buffer
  /** Null for what this key has not sealed, and for what lies under another number than its own. */
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
