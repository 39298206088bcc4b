import type { FastifyRequest } from 'fastify'
import {
  toAppError,
  type AppError,
  type DataLoader,
  type DataRequest,
  type FileLoader,
  type Json,
  type RemoteFile,
} from '@tessera/shared/contract'
import { raceDeadline, withDeadline } from '@tessera/shared/io'
import type { TreeFingerprints } from '../../cache/tree-fingerprint.server.ts'
import { dataError } from '../../errors.ts'
import type { GuardedRemote } from '../../guard/guard-remote.server.ts'
import type { PageAnswer } from '../../http/caching-headers.ts'
import type { RequestTarget } from '../../http/paths.ts'
import { errorFacts } from '../../http/request-log.server.ts'
import type { Session } from '../../http/session.ts'
import { ownKeys } from '../../page/answer-page.server.ts'
import { createPage, withOwnForms, type PageSources } from '../../page/create-page.server.ts'
import { chooseMessages, isTime } from '../../page/load-slots.server.ts'
import type { ContentView, Page, PageStaff, VisibleReleases } from '../../page/page.ts'

/** The dependencies for making a data answer. */
export interface MakeParts extends Omit<PageSources, 'isStaff'> {
  readonly staff: Pick<PageStaff, 'isStaff'>
  readonly trees: TreeFingerprints
  readonly sanitise: (html: string) => string
}

/** A parsed request for data of a remote. */
export interface Question {
  readonly target: RequestTarget
  readonly remote: string
  readonly name: string
  readonly language: string
}

/** The content version and releases that a request sees. */
export interface Seen {
  readonly view: ContentView
  readonly visible: VisibleReleases
  readonly session: Session | null
  /** Whether the answer is the same for all visitors and publicly cacheable. */
  readonly isPublic: boolean
}

/** The loader of an answer, and the messages that it may use. */
export type Found = Pick<GuardedRemote, 'catalogues'> &
  ({ readonly load: DataLoader } | { readonly make: FileLoader })

interface Asking {
  readonly request: FastifyRequest
  readonly seen: Seen
  /** Aborted when no request is waiting for the answer any more. */
  readonly gone: AbortSignal
}

/** @throws AppError data/malformed, data/unknown, data/deadline, data/unavailable, and any other error of the remote */
export async function makeAnswer(
  question: Question,
  found: Found,
  { request, seen: { session, view, visible }, gone }: Asking,
  parts: MakeParts,
): Promise<PageAnswer> {
  const { target, remote, language } = question
  const { dataDeadlineMs } = parts.config.limits
  const parsedPath = { language, rest: target.path, preview: null }
  return withDeadline(dataDeadlineMs, gone, async (signal) => {
    const of = { request, signal, target, parsedPath, view, visible }
    const sources = { ...parts, isStaff: parts.staff.isStaff }
    const page = createPage({ ...of, session: null }, sources)
    // Nothing depends on who asks, except forms that require permission: their pages load them as the visitor, too.
    const memberClient = session && createPage({ ...of, session }, sources).memberClient
    const client = withOwnForms(page.client, memberClient)
    let isComplete = true
    const onProblem = (problem: unknown) => {
      isComplete = false
      request.log.warn(errorFacts(problem), 'optional data failed')
    }
    try {
      const late = () => {
        throw dataError('data/deadline')
      }
      const made = await raceDeadline(
        dataDeadlineMs,
        make(question, found, { client, signal, onProblem }, parts),
        late,
      )
      const cacheClass = isComplete ? 'page' : 'partial'
      return toAnswer({ ...made, cacheClass }, page, ['shell', remote], parts)
    } catch (thrown) {
      const failure = failureOf(thrown, signal.aborted && !gone.aborted)
      // May be a fault of the remote, and no line about a 400 says why.
      if (failure.code === 'data/malformed') request.log.info(errorFacts(thrown), 'data request refused')
      throw failure
    }
  })
}

type DataAnswer = Pick<PageAnswer, 'headers' | 'body' | 'validUntil'>

async function make(
  { language, target }: Question,
  found: Found,
  { client, signal, onProblem }: Pick<DataRequest, 'client' | 'signal' | 'onProblem'>,
  { config, sanitise }: MakeParts,
): Promise<DataAnswer> {
  const { language: _language, ...query } = target.query
  const { messages } = chooseMessages(found, { language, primaryLanguage: config.languages.primary })
  let validUntil = Infinity
  const setValidUntil = (time: number) => {
    validUntil = Math.min(validUntil, time)
  }
  const own = { client, signal, onProblem, setValidUntil }
  const request = { ...own, language, messages, query, origin: config.publicUrl, sanitise }
  if ('make' in found) return toFile(await found.make(request))
  const value = await found.load(request)
  return toJson(value, validUntil)
}

function toJson(value: Json | undefined, validUntil: number): DataAnswer {
  if (value === undefined) throw new TypeError('The answer is no JSON')
  if (!isTime(validUntil)) throw new TypeError('The end of validity is no time')
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
    ...(Number.isFinite(validUntil) && { validUntil }),
  }
}

/** Types that browsers never show as a page of the site, whatever the file contains. */
const FILE_TYPES: readonly string[] = ['text/calendar'] satisfies readonly RemoteFile['contentType'][]

/** The file of a remote, checked because a remote need not keep to the contract. */
function toFile({ contentType, filename, body, validUntil }: RemoteFile): DataAnswer {
  if (
    !FILE_TYPES.includes(contentType) ||
    !/^[\w-]{1,100}\.\w{1,8}$/.test(filename) ||
    typeof body !== 'string' ||
    !isTime(validUntil ?? 0)
  )
    throw new TypeError(`The answer is no file: ${contentType} ${filename}`)
  return {
    headers: {
      'content-type': `${contentType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body,
    ...(validUntil !== undefined && { validUntil }),
  }
}

function toAnswer(
  made: DataAnswer & Pick<PageAnswer, 'cacheClass'>,
  page: Page,
  apps: readonly string[],
  parts: MakeParts,
): PageAnswer {
  return {
    ...made,
    status: 200,
    headers: { ...made.headers, 'x-robots-tag': 'noindex' },
    keys: ownKeys(page, apps, parts),
    apps,
  }
}

/**
 * The shell's error for an error of a remote, whose own message is only logged. `instanceof` does not work for a remote's errors,
 * because each release bundles its own classes.
 */
function failureOf(thrown: unknown, isLate: boolean): AppError {
  const error = toAppError(thrown)
  const because = { cause: error, details: error.details }
  const { status } = (thrown ?? {}) as { readonly status?: unknown }
  if (isLate || status === 504) return dataError('data/deadline', because)
  // A call that a remote has made from parameters that lack what it needs.
  const isInvalidCall = error.code === 'content/invalid-call'
  if (status === 400 || isInvalidCall) return dataError('data/malformed', because)
  if (status === 404) return dataError('data/unknown', because)
  return status === 502 || status === 503 || error.code.startsWith('content/')
    ? dataError('data/unavailable', because)
    : error
}
