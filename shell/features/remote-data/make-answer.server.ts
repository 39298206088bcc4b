import type { FastifyRequest } from 'fastify'
import { toAppError, type AppError, type DataLoader, type Json } from '@tessera/shared/contract'
import { raceDeadline, withDeadline } from '@tessera/shared/io'
import type { TreeFingerprints } from '../../cache/tree-fingerprint.server.ts'
import { dataError } from '../../errors.ts'
import type { GuardedRemote } from '../../guard/guard-remote.server.ts'
import type { PageAnswer } from '../../http/caching-headers.ts'
import type { RequestTarget } from '../../http/paths.ts'
import { ownKeys } from '../../page/answer-page.server.ts'
import { createPage, type PageSources } from '../../page/create-page.server.ts'
import { wordsOf } from '../../page/load-slots.server.ts'
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

/** The loader of an answer, and the words that it may use. */
export type Found = Pick<GuardedRemote, 'catalogues'> & { readonly load: DataLoader }

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
      const value = await raceDeadline(dataDeadlineMs, load(question, found, page, parts), late)
      return toAnswer(value, page, ['shell', remote], parts)
    } catch (thrown) {
      throw failureOf(thrown, signal.aborted && !gone.aborted)
    }
  })
}

function load(
  { language, target }: Question,
  found: Found,
  { client, signal }: Page,
  { config, sanitise }: MakeParts,
): Promise<Json> {
  const { language: _language, ...query } = target.query
  const { messages } = wordsOf(found, { language, primaryLanguage: config.languages.primary })
  return found.load({ language, messages, query, client, sanitise, signal })
}

function toAnswer(
  value: Json | undefined,
  page: Page,
  apps: readonly string[],
  parts: MakeParts,
): PageAnswer {
  if (value === undefined) throw new TypeError('The answer is no JSON')
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex' },
    body: JSON.stringify(value),
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
