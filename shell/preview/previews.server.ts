import type { FastifyRequest } from 'fastify'
import type { VersionStatus } from '@tessera/shared/content'
import { isStaffMember } from '../domain/is-staff.ts'
import { decideVersionStatus, isLocalhost, type PreviewRight } from '../domain/version-status.ts'
import type { Session } from '../session/session.ts'
import { PREVIEW_SECONDS, previewCookie, previewCookieName, readCookie } from './preview-cookie.ts'
import type { PreviewRules } from './preview-rules.ts'
import { readLink, readPass, signToken, type PreviewLink, type PreviewPass } from './preview-token.ts'

/** A request that is answered as a preview: with a bar, never kept, never indexed. */
export interface PreviewMode {
  readonly right: PreviewRight
  /** Whether there is a preview session that the visitor can end. */
  readonly canExit: boolean
}

/** How a request sees content. */
export interface ContentView {
  readonly versionStatus: VersionStatus
  /** Null for what every visitor sees. */
  readonly preview: PreviewMode | null
}

/** The same, as it was decided for a request. */
export interface DecidedView extends ContentView {
  /** `Set-Cookie` of a preview session that begins with this request. */
  readonly cookie: string | null
}

/** What of a request decides about drafts. */
export interface ViewRequest {
  readonly request: FastifyRequest
  /** First value of each query parameter. */
  readonly query: Readonly<Record<string, string>>
  /** Whether the address is that of a preview (`/preview/…`). */
  readonly isPreviewPath: boolean
  readonly session: Session | null
}

/** The one place that knows who may see drafts. */
export interface Previews {
  /** Origins that may hold previews in a frame. */
  readonly frameOrigins: readonly string[]
  /** Never throws: what cannot be read gives no right. */
  view(asked: ViewRequest): DecidedView
  /** Whether a host (with or without port) is one that only authors reach: search engines are told to stay away. */
  isPreviewHost(host: string): boolean
  /** A link as it may be opened on a host; null for one that is forged, too old, or made for another. */
  openLink(token: string, host: string): PreviewLink | null
  /** `Set-Cookie` that begins a session, or ends it; null when there is no secret to sign one with. */
  sessionCookie(by: PreviewPass['by'], host: string): string | null
  readonly endCookie: string
}

/** What previews are made from. */
export interface PreviewOptions {
  readonly rules: Omit<PreviewRules, 'groups'>
  /** Groups, by id or name, whose members may preview. */
  readonly editors: readonly string[]
  /** Whether the platform gives drafts to this site: without a token for them nobody has a right to any. */
  readonly hasDrafts: boolean
  readonly isSecure: boolean
  /** Only `npm run dev` says so; no configuration can. */
  readonly isDevelopment: boolean
  readonly now?: () => Date
}

/** Decide who may see drafts by the site's rules. */
export function createPreviews(options: PreviewOptions): Previews {
  const { rules, isSecure, now = () => new Date() } = options
  const isEditor = (session: Session | null) => isStaffMember(session?.user ?? null, options.editors)
  const isPreviewHost = (host: string) => rules.hosts.includes(withoutPort(host))
  const sessionCookie = (by: PreviewPass['by'], host: string): string | null => {
    const [secret] = rules.secrets
    if (!secret) return null
    const expires = Math.floor(now().getTime() / 1_000) + PREVIEW_SECONDS
    return previewCookie(signToken('session', { host, by, expires }, secret), isSecure)
  }
  const isInSession = ({ request, session }: ViewRequest): boolean => {
    const value = readCookie(request.headers.cookie, previewCookieName(isSecure))
    const pass = value ? readPass(value, rules.secrets, now()) : null
    if (pass?.host !== hostOf(request)) return false
    return pass.by === 'link' || isEditor(session)
  }
  const rightOf = (asked: ViewRequest, hasSession: boolean): PreviewRight | null => {
    if (!options.hasDrafts) return null
    if (isPreviewHost(hostOf(asked.request))) return 'host'
    if (options.isDevelopment && isOnThisMachine(asked.request)) return 'development'
    if (hasSession) return 'session'
    if (!isEditor(asked.session)) return null
    return asked.isPreviewPath ? 'session' : 'user'
  }
  return {
    frameOrigins: rules.frameOrigins,
    isPreviewHost,
    sessionCookie,
    endCookie: previewCookie('', isSecure),
    openLink(token, host) {
      const link = options.hasDrafts ? readLink(token, rules.secrets, now()) : null
      return link?.host === host ? link : null
    },
    view(asked) {
      const hasSession = isInSession(asked)
      const right = rightOf(asked, hasSession)
      const host = hostOf(asked.request)
      const versionStatus = decideVersionStatus({
        parameter: asked.query['versionStatus'],
        configured: rules.versionStatus,
        header: headerOf(asked.request),
        hostName: withoutPort(host),
        previewHosts: rules.hosts,
        right,
      })
      const isPreview = right !== null && (right !== 'user' || versionStatus === 'latest')
      const begins = right === 'session' && !hasSession
      return {
        versionStatus,
        preview: isPreview ? { right, canExit: right === 'session' } : null,
        cookie: begins ? sessionCookie('user', host) : null,
      }
    },
  }
}

/** By the socket, never by the host name alone; and not for what a proxy has handed on from elsewhere. */
function isOnThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(remoteAddress)
  const isHandedOn =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return isLoopback && !isHandedOn && isLocalhost(withoutPort(hostOf(request)))
}

const hostOf = (request: FastifyRequest): string => (request.headers.host ?? '').toLowerCase()
const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

function headerOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['x-entry-versionstatus']
  return Array.isArray(value) ? value[0] : value
}
