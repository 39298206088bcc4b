import { createContentClient, type PlatformGate } from '@tessera/shared/io'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VersionStatus } from '@tessera/shared/content'
import type { Session } from '../session/session.ts'
import type { RequestTarget } from '../domain/request-target.ts'
import { languageOfPath } from '../domain/page-language.ts'
import { createCallRecord } from './call-record.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

interface Sources {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly target: RequestTarget
  readonly shell: ShellContext
  readonly gate: PlatformGate
  readonly session: Session | null
  readonly versionStatus: VersionStatus
  readonly deadlineMs: number
}

/** What one request carries: its own client, call record and end; nothing of it is shared with another. */
export function createPageRequest({
  request,
  reply,
  target,
  shell,
  gate,
  session,
  versionStatus,
  deadlineMs,
}: Sources): PageRequest {
  const calls = createCallRecord()
  const signal = requestEnd(reply, deadlineMs)
  const client = createContentClient({
    config: shell.config,
    gate,
    request: {
      signal,
      traceparent: traceparentOf(request),
      referer: `${shell.config.publicUrl}${target.path}`,
      versionStatus,
      language: languageOfPath(target.path, shell.config.languages).language,
      onCall: calls.onCall,
      onKeys: calls.onKeys,
    },
  })
  return {
    id: request.id,
    target,
    hostname: request.hostname,
    versionStatus,
    session,
    client,
    calls,
    signal,
    releases: shell.releases.snapshot(),
  }
}

/** Ends when the visitor is gone or the deadline has passed. */
function requestEnd(reply: FastifyReply, deadlineMs: number): AbortSignal {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), deadlineMs)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) end.abort()
  })
  return end.signal
}

/** A W3C trace context for the calls of this request: a new one, since visitors do not choose our trace ids. */
const traceparentOf = (request: FastifyRequest): string => {
  const trace = request.id.replaceAll('-', '')
  return `00-${trace}-${trace.slice(0, 16)}-01`
}
