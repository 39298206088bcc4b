import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_VERSION_STATUS, readVersionStatus, type VersionStatus } from '@tessera/shared/content'
import { cookieHeader, readCookie } from '../../http/cookies.server.ts'
import { hostNameOf, hostOf } from '../../http/server.server.ts'
import type { Session } from '../../http/session.ts'
import { isStaffMember } from '../../page/access.ts'
import type { ContentView, PagePreviews, ViewRequest } from '../../page/page.ts'
import type { PreviewRules } from './options.ts'
import { pagePreview } from './page-preview.ts'
import { readLink, readPass, signToken, type PreviewLink, type PreviewPass } from './preview-token.server.ts'

/** The version of content that a request sees, and the right by which it sees drafts. */
interface DecidedView extends ContentView {
  readonly preview: (NonNullable<ContentView['preview']> & { readonly right: PreviewRight }) | null
  /** `Set-Cookie` of a preview session that begins with this request. */
  readonly cookie: string | null
}

/** The rules for which visitors may see drafts. */
export interface Previews extends PagePreviews {
  view(asked: ViewRequest): DecidedView
  /** Whether only authors can reach a host; search engines must not index it. */
  isPreviewHost(hostName: string): boolean
  /** The link of a token; null for one that is forged, expired, or made for another host. */
  openLink(token: string, host: string): PreviewLink | null
  /** `Set-Cookie` that begins a session, or ends it; null when there is no secret to sign one with. */
  sessionCookie(by: PreviewPass['by'], host: string): string | null
  readonly endCookie: string
}

/** The options of previews. */
export interface PreviewOptions {
  readonly rules: Omit<PreviewRules, 'groups'>
  /** Groups, by id or name, whose members may preview. */
  readonly editors: readonly string[]
  /** Whether this site has a token for drafts; without it no visitor has a right to them. */
  readonly hasDrafts: boolean
  readonly isSecure: boolean
  /** Set only by `npm run dev`, never by configuration. */
  readonly isDevelopment: boolean
  readonly now?: () => Date
}

/** The rules for previews, from the site's options. */
export function createPreviews(options: PreviewOptions): Previews {
  const { rules, isSecure, now = () => new Date() } = options
  const isEditor = (session: Session | null) => isStaffMember(session?.user ?? null, options.editors)
  const isPreviewHost = (hostName: string) => rules.hosts.includes(hostName)
  const sessionCookie = (by: PreviewPass['by'], host: string): string | null => {
    const [secret] = rules.secrets
    if (!secret) return null
    const expires = Math.floor(now().getTime() / 1_000) + PREVIEW_SECONDS
    return previewCookie(signToken('session', { host, by, expires }, secret), isSecure)
  }
  const passOf = ({ request, session }: ViewRequest): PreviewPass | null => {
    const value = readCookie(request.headers.cookie, previewCookieName(isSecure))
    const pass = value ? readPass(value, rules.secrets, now()) : null
    if (pass?.host !== hostOf(request)) return null
    return pass.by === 'link' || isEditor(session) ? pass : null
  }
  const rightOf = (asked: ViewRequest, hasSession: boolean): PreviewRight | null => {
    if (!options.hasDrafts) return null
    if (isPreviewHost(hostNameOf(asked.request))) return 'host'
    if (options.isDevelopment && isOnThisMachine(asked.request)) return 'development'
    if (hasSession) return 'session'
    if (!isEditor(asked.session)) return null
    return asked.isPreviewPath ? 'session' : 'user'
  }
  return {
    bar: (page) => pagePreview(page, rules.frameOrigins),
    allowFrames: (reply) => allowFrames(reply, rules.frameOrigins),
    isPreviewHost,
    sessionCookie,
    endCookie: previewCookie('', isSecure),
    openLink(token, host) {
      const link = options.hasDrafts ? readLink(token, rules.secrets, now()) : null
      return link?.host === host ? link : null
    },
    view(asked) {
      const pass = passOf(asked)
      const right = rightOf(asked, pass !== null)
      const versionStatus = decideVersionStatus({
        parameter: asked.query['versionStatus'],
        configured: rules.versionStatus,
        header: headerOf(asked.request),
        hostName: hostNameOf(asked.request),
        previewHosts: rules.hosts,
        right,
      })
      const isPreview = right !== null && (right !== 'user' || versionStatus === 'latest')
      const begins = right === 'session' && !pass
      const isPersonal = right === 'user' || (right === 'session' && pass?.by !== 'link')
      return {
        versionStatus,
        preview: isPreview ? { right, canExit: right === 'session', isPersonal } : null,
        cookie: begins ? sessionCookie('user', hostOf(asked.request)) : null,
      }
    },
  }
}

/** Whether a request comes from this machine, by socket address and host name; false for a request that a proxy has forwarded. */
function isOnThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(remoteAddress)
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return isLoopback && !isForwarded && isLocalhost(hostNameOf(request))
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['x-entry-versionstatus']
  return Array.isArray(value) ? value[0] : value
}

/** How long a preview session lasts: a working day. */
const PREVIEW_SECONDS = 8 * 3_600

/** Name of the cookie: over https its prefix prevents other hosts from setting it. */
const previewCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-TesseraPreview' : 'TesseraPreview'

/**
 * The cookie of a preview session as a header; an empty value ends it. Over https it is also sent inside a frame of
 * the content system (`SameSite=None; Partitioned`), which browsers accept over https only.
 */
const previewCookie = (value: string, isSecure: boolean): string =>
  cookieHeader(previewCookieName(isSecure), value, {
    isSecure,
    sameSite: isSecure ? 'None' : 'Lax',
    maxAgeSeconds: value === '' ? 0 : PREVIEW_SECONDS,
    isPartitioned: isSecure,
  })

/**
 * Why a request may see drafts: a developer on this machine, a host that only authors reach, a preview session that was
 * opened by a signed link or by an editor, or an editor who is signed in and has not opened one.
 */
type PreviewRight = 'development' | 'host' | 'session' | 'user'

/** The version of content that a request asks for, and whether it has the right to see it. */
export interface StatusSources {
  /** The query parameter `versionStatus`. */
  readonly parameter: string | undefined
  /** The environment's own setting, which replaces the specification's global variable. */
  readonly configured: VersionStatus | undefined
  /** `x-entry-versionstatus`. */
  readonly header: string | undefined
  /** Host name without port. */
  readonly hostName: string
  readonly previewHosts: readonly string[]
  /** Null without a right to see drafts: then all of the above is ignored. */
  readonly right: PreviewRight | null
}

/**
 * The version of content that a request gets. Drafts need a permission, not only a parameter: without a right it is
 * always published. With a right, the first source with a valid value decides.
 * Source: specification 4, Version status; reference security D9.
 */
export function decideVersionStatus(sources: StatusSources): VersionStatus {
  if (!sources.right) return DEFAULT_VERSION_STATUS
  return (
    readVersionStatus(sources.parameter) ??
    sources.configured ??
    readVersionStatus(sources.header) ??
    statusOfHost(sources, sources.right)
  )
}

/** A preview session makes any host a preview host; an editor without one sees the site as visitors do. */
function statusOfHost({ hostName, previewHosts }: StatusSources, right: PreviewRight): VersionStatus {
  if (right === 'session') return 'latest'
  if (right === 'user') return DEFAULT_VERSION_STATUS
  return isLocalhost(hostName) || previewHosts.includes(hostName) ? 'latest' : DEFAULT_VERSION_STATUS
}

/** Whether a host name is this machine's own. */
export const isLocalhost = (hostName: string): boolean =>
  hostName === 'localhost' ||
  hostName.endsWith('.localhost') ||
  hostName === '127.0.0.1' ||
  hostName === '[::1]'

const NOBODY = "frame-ancestors 'none'"

/**
 * Lets content systems show this answer in a frame. Only for previews: no other answer may be framed. Must be called
 * after the answer's policy is set. Source: reference security 1.9.
 */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return
  // X-Frame-Options cannot name several origins; without it `frame-ancestors` in the policy decides.
  void reply.removeHeader('x-frame-options')
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy === 'string')
    void reply.header(
      'content-security-policy',
      policy.replace(NOBODY, `frame-ancestors ${origins.join(' ')}`),
    )
}
