import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentView } from '../features/preview/previews.server.ts'
import type { VisibleReleases } from '../features/staff/staff-tools.server.ts'
import type { Session } from '../features/identity/session.ts'
import { guardedTypes } from './guarded-content.ts'
import type { Visitor } from './access.ts'
import type { RequestTarget } from '../http/request-target.ts'
import type { PathPlace } from '../http/path-language.ts'
import { guardedClient } from './guarded-content.ts'
import { createCallRecord } from './call-record.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

interface Sources {
  readonly request: Pick<FastifyRequest, 'id' | 'hostname'>
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly target: RequestTarget
  readonly place: PathPlace
  readonly shell: ShellContext
  readonly platformClient: PlatformClient
  readonly session: Session | null
  readonly posted?: PageRequest['posted']
  readonly signInProblem?: PageRequest['signInProblem']
  readonly view: ContentView
  readonly visible: VisibleReleases
}

/** What one request carries: its own client, call record and end; nothing of it is shared with another. */
export function createPageRequest({
  request,
  signal,
  target,
  place,
  shell,
  platformClient,
  session,
  posted,
  signInProblem,
  view: { versionStatus, preview },
  visible,
}: Sources): PageRequest {
  const calls = createCallRecord()
  const content = {
    signal,
    traceparent: traceparentOf(request),
    // Encoded again: a header holds no other characters.
    referer: `${shell.config.publicUrl}${encodeURI(target.path).replace(/[?#]/g, encodeURIComponent)}`,
    versionStatus,
    language: place.language,
    onCall: calls.onCall,
    onKeys: calls.onKeys,
  }
  const guarded = guardedTypes(visible.releases.table, visitorOf(session, shell))
  const clientFor = (own: { readonly bearerToken?: string }) =>
    guardedClient(
      createContentClient({ config: shell.config, platformClient, request: { ...content, ...own } }),
      guarded,
    )
  return {
    id: request.id,
    target,
    place,
    hostname: request.hostname,
    versionStatus,
    preview,
    session,
    ...(posted ? { posted } : {}),
    ...(signInProblem ? { signInProblem } : {}),
    client: clientFor({}),
    memberClient: session && clientFor({ bearerToken: session.bearerToken }),
    calls,
    signal,
    ...visible,
  }
}

/** A visitor as far as access is concerned; null for somebody who is not signed in. */
export const visitorOf = (session: Session | null, { staff }: Pick<ShellContext, 'staff'>): Visitor | null =>
  session && { groups: session.user.groups, isStaffMember: staff.isStaff(session) }

/** Ends when the visitor is gone. */
export function visitorLeft(reply: FastifyReply): AbortSignal {
  const end = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) end.abort()
  })
  return end.signal
}

/** A W3C trace context for the calls of this request: a new one, since visitors do not choose our trace ids. */
const traceparentOf = (request: Sources['request']): string => {
  const trace = request.id.replaceAll('-', '')
  return `00-${trace}-${trace.slice(0, 16)}-01`
}
