import type { FastifyRequest } from 'fastify'
import {
  toAppError,
  type AppError,
  type DataLoader,
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
import { ownKeys } from '../../page/answer-page.server.ts'
import { createPage, type PageSources } from '../../page/create-page.server.ts'
import { chooseMessages } from '../../page/load-slots.server.ts'
import type { ContentView, Page, PageStaff, VisibleReleases } from '../../page/page.ts'

/** What an answer is made with. */
export interface MakeParts extends Omit<PageSources, 'isStaff'> {
  readonly staff: Pick<PageStaff, 'isStaff'>
  readonly trees: TreeFingerprints
  readonly sanitise: (html: string) => string
}

/** A question, read. */
export interface Question {
  readonly target: RequestTarget
  readonly remote: string
  readonly name: string
  readonly language: string
}

/** What a request sees of content and releases. */
export interface Seen {
  readonly view: ContentView
  readonly visible: VisibleReleases
  /** Whether it is the same for everybody, and says so to caches. */
  readonly isPublic: boolean
}

/** The loader of an answer, and the messages that it may use. */
export type Found = Pick<GuardedRemote, 'catalogues'> &
  ({ readonly load: DataLoader } | { readonly make: FileLoader })

interface Visit {
  readonly request: FastifyRequest
  readonly seen: Seen
  /** Aborted when no request waits for the answer any more. */
  readonly gone: AbortSignal
}

/** @throws AppError data/malformed, data/unknown, data/deadline, data/unavailable, and whatever else the remote throws */
export async function makeAnswer(
  question: Question,
  found: Found,
  { request, seen: { view, visible }, gone }: Visit,
  parts: MakeParts,
): Promise<PageAnswer> {
  const { target, remote, language } = question
  const { dataDeadlineMs } = parts.config.limits
  const place = { language, rest: target.path, preview: null }
  return withDeadline(dataDeadlineMs, gone, async (signal) => {
    // Nothing of who asks: not what they may read, and not who they are.
    const of = { request, signal, target, place, session: null, view, visible }
    const page = createPage(of, { ...parts, isStaff: parts.staff.isStaff })
    try {
      const late = () => {
        throw dataError('data/deadline')
      }
      const made = await raceDeadline(dataDeadlineMs, make(question, found, page, parts), late)
      return toAnswer(made, page, ['shell', remote], parts)
    } catch (thrown) {
      throw failureOf(thrown, signal.aborted && !gone.aborted)
    }
  })
}

type Made = Pick<PageAnswer, 'headers' | 'body' | 'validUntil'>

async function make(
  { language, target }: Question,
  found: Found,
  { client, signal }: Page,
  { config, sanitise }: MakeParts,
): Promise<Made> {
  const { language: _language, ...query } = target.query
  const { messages } = chooseMessages(found, { language, primaryLanguage: config.languages.primary })
  const request = { language, messages, query, client, origin: config.publicUrl, sanitise, signal }
  return 'load' in found ? toJson(await found.load(request)) : toFile(await found.make(request))
}

function toJson(value: Json | undefined): Made {
  if (value === undefined) throw new TypeError('The answer is no JSON')
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** Types that no browser shows as a page of the site, whatever is in the file. */
const FILE_TYPES: readonly string[] = ['text/calendar'] satisfies readonly RemoteFile['contentType'][]

/** What a remote calls a file: checked, since its code is not ours. */
function toFile({ contentType, filename, body, validUntil }: RemoteFile): Made {
  if (
    !FILE_TYPES.includes(contentType) ||
    !/^[\w-]{1,100}\.\w{1,8}$/.test(filename) ||
    typeof body !== 'string'
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

function toAnswer(made: Made, page: Page, apps: readonly string[], parts: MakeParts): PageAnswer {
  return {
    ...made,
    status: 200,
    headers: { ...made.headers, 'x-robots-tag': 'noindex' },
    cacheClass: 'page',
    keys: ownKeys(page, apps, parts),
    apps,
  }
}

/**
 * Why there is no answer, in the words of the shell: a remote's own are for the log. Its errors are none of this process' classes,
 * since each release brings its own.
 */
function failureOf(thrown: unknown, isLate: boolean): AppError {
  const error = toAppError(thrown)
  const because = { cause: error, details: error.details }
  const { status } = (thrown ?? {}) as { readonly status?: unknown }
  if (isLate || status === 504) return dataError('data/deadline', because)
  if (status === 400) return dataError('data/malformed', because)
  if (status === 404) return dataError('data/unknown', because)
  return error.code.startsWith('content/') ? dataError('data/unavailable', because) : error
}
