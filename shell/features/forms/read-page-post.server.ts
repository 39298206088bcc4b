import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  FORM_FIELD,
  toAppError,
  type AppError,
  type FormAction,
  type Json,
  type FormRequest,
  type PostedFile,
} from '@tessera/shared/contract'
import { gatewayError, requestError } from '../../errors.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { FORM_TOKEN_FIELD, type CsrfGuard } from '../../http/csrf-guard.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import { streamFile, type FileParts } from './form-files.server.ts'
import { PREVIEW_FIELD, STAMP_FIELD, STATE_FIELD, type FormPreview } from './bot-checks.server.ts'
import { readFormName, readSender, refusalText, type FormName, type Sender } from './form-gateway.server.ts'
import type { StoredFiles } from './stored-files.server.ts'
import { readMultipart, type IncomingFile, type Pairs } from './multipart.server.ts'

/** The dependencies for reading and sending forms posted to their page. */
export interface PostParts extends FileParts {
  readonly guard: CsrfGuard
  readonly sealer: Sealer
  readonly store: SharedStore
  readonly files: StoredFiles
  readonly now: () => number
}

/** What was posted so far of a form with several pages. Sealed in a hidden field, valid only for this form. */
export interface Journey {
  readonly form: string
  /** Idempotency key of the submission. */
  readonly id: string
  /** Id of the user who fills it in; null for a visitor who has not signed in. */
  readonly by: string | null
  /** When the form's first page was rendered, in milliseconds since 1970. */
  readonly since: number
  readonly state: Json
}

type Field = readonly [name: string, value: string | PostedFile]

/** A parsed post of a form without JavaScript. */
export interface Posted extends FormName {
  readonly sender: Sender
  readonly name: string
  readonly own: ReadonlyMap<string, string>
  readonly preview: FormPreview | null
  readonly fields: readonly Field[]
  readonly journey: Journey | null
  /** Id of the user who has posted it; null for a visitor who has not signed in. */
  readonly by: string | null
  /** Why one of its files was refused; null if none was. */
  readonly problem: AppError | null
  /** The refused file, so that the form can show the reason at its field. */
  readonly refusedFiles: NonNullable<FormRequest['refusedFiles']>
}

/** The sealer's purpose for journeys. */
export const JOURNEY_PURPOSE = 'form journey'
/** @throws AppError request/method for a post that is not of a form, request/cross-site, gateway/… */
export async function readPost(request: FastifyRequest, language: string, parts: PostParts): Promise<Posted> {
  const { guard, botChecks, config, sealer } = parts
  const isSaid = 'sec-fetch-site' in request.headers || 'origin' in request.headers
  if (isSaid) guard.check(request, undefined)
  await botChecks.countRequest(request.ip)
  const { pairs, files, problem, problemField } = await readBody(request, parts)
  const { trapField } = config.forms
  const hidden = [FORM_FIELD, STATE_FIELD, STAMP_FIELD, PREVIEW_FIELD, FORM_TOKEN_FIELD, 'action', trapField]
  const own = new Map(pairs.filter(([name]) => hidden.includes(name)))
  const name = own.get(FORM_FIELD)
  if (name === undefined) throw requestError('request/method', { details: { allow: 'GET, HEAD' } })
  guard.check(request, own.get(FORM_TOKEN_FIELD))
  const journey = sealer.open(JOURNEY_PURPOSE, own.get(STATE_FIELD)) as Journey | null
  const sender = await readSender(request, parts.sessions)
  const by = sender.session?.user.id ?? null
  const fields = [...pairs.filter(([field]) => !hidden.includes(field)), ...files]
  return {
    ...readFormName(name),
    sender,
    name,
    own,
    preview: botChecks.readPreview(own.get(PREVIEW_FIELD)),
    fields,
    problem,
    refusedFiles:
      problem && problemField !== null ? [[problemField, refusalText(problem, language, config)]] : [],
    by,
    journey: journey?.form === name && isFor(journey, by) ? journey : null,
  }
}

/** Whether a user may continue a journey: it is not another user's. A visitor without a session may be its user, signed out. */
const isFor = ({ by }: Pick<Journey, 'by'>, user: string | null): boolean =>
  by === null || user === null || by === user

/** The reason why a file was refused. An error of the system, such as a full disk, is a failure of this site, and nothing for visitors. */
function fileProblem(thrown: unknown): AppError {
  const error = toAppError(thrown)
  return error.code === 'app/unexpected' ? gatewayError('gateway/unavailable', { cause: thrown }) : error
}

async function readBody(request: FastifyRequest, parts: PostParts) {
  const files: Field[] = []
  if (request.body instanceof URLSearchParams)
    return { pairs: [...request.body] as Pairs, files, problem: null, problemField: null }
  let begun = 0
  let problem: AppError | null = null
  let problemField: string | null = null
  const { uploads, maxPostBytes } = parts.config.forms
  const keep = async (file: IncomingFile, before: Pairs) => {
    // Files that pages of other sites post are not stored.
    parts.guard.check(request, before.find(([name]) => name === FORM_TOKEN_FIELD)?.[1])
    if (file.name === '' || problem) return void file.stream.resume()
    // A refused file is still read to its end, because the fields after it hold what the visitor typed.
    const stream = new PassThrough()
    file.stream.once('error', (error: Error) => stream.destroy(error)).pipe(stream)
    const { field, name, type } = file
    // The next file begins before this one is stored: it stays behind it.
    const index = begun++
    try {
      const way = streamFile({ stream, name }, request, parts)
      files[index] = [field, await parts.files.store(way, { name, type })]
    } catch (thrown) {
      problem = fileProblem(thrown)
      problemField = field
      if (problem.code === 'gateway/stalled') throw thrown
      // While it is still piped, a stream without a reader would block the request.
      file.stream.unpipe(stream).resume()
    }
  }
  const pairs = await readMultipart(request.raw, { maxFiles: uploads.maxFiles, maxBytes: maxPostBytes }, keep)
  const stored = Object.values(files)
  return {
    pairs,
    files: stored,
    problem: problem as AppError | null,
    problemField: problemField as string | null,
  }
}

/** The action of the pressed button; `submit` without one. */
export const actionOf = (own: ReadonlyMap<string, string>): FormAction => {
  const action = own.get('action')
  const isChange = (text: string | undefined): text is `change:${string}` =>
    text?.startsWith('change:') === true
  return action === 'next' || action === 'previous' || isChange(action) ? action : 'submit'
}
