import type { FastifyRequest } from 'fastify'
import type { OverrideRules, SiteConfig } from '@tessera/shared/config'
import type { RemoteName } from '@tessera/shared/contract'
import { cookieHeader, readCookies } from '../../http/cookies.server.ts'
import { hostNameOf, isAllowedHost } from '../../http/server.server.ts'
import { isStaffMember, type Session, type SessionReader } from '../../http/session.ts'
import type { Override, PageOverrides } from '../../override/overridden.ts'

/** Seals texts that only this site can have made. */
interface Sealer {
  seal(purpose: string, value: unknown, lifetimeMs: number): string
  open(purpose: string, sealed: unknown): unknown
}

interface Options {
  readonly config: Pick<SiteConfig, 'overrides' | 'publicUrl' | 'staffGroups'>
  readonly sealer: Sealer
  readonly sessions: Pick<SessionReader, 'failureOf'>
}

/** Why a request may show nobody a remote of another machine. */
export type OverrideRefusal = 'host' | 'origin' | 'remote' | 'staff'

/** The one place that knows who may show themselves a remote of another machine, where, and from where. */
export interface Overrides extends PageOverrides {
  /** Null where it may. */
  refusal(request: FastifyRequest, session: Session | null): Extract<OverrideRefusal, 'host' | 'staff'> | null
  /** A remote and an origin as somebody has written them, or why they are refused. */
  readOverride(app: string, origin: string): Override | Extract<OverrideRefusal, 'origin' | 'remote'>
  /** `Set-Cookie` that begins an override for one user. */
  cookie(override: Override, session: Session): string
  readonly endCookie: string
}

const PURPOSE = 'local override'
/** A working day. */
const LIFETIME_MS = 8 * 3_600_000

/** Decide about overrides by the site's rules. */
export function createOverrides({ config, sealer, sessions }: Options): Overrides {
  const { overrides: rules, publicUrl, staffGroups } = config
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-TesseraOverride' : 'TesseraOverride'
  const cookieOf = (value: string, maxAgeSeconds: number) =>
    cookieHeader(name, value, { isSecure, sameSite: 'Lax', maxAgeSeconds })
  const endCookie = cookieOf('', 0)

  const refusal: Overrides['refusal'] = (request, session) => {
    if (!isAllowedHost(hostNameOf(request), { allowedHosts: rules.hosts })) return 'host'
    const user = session?.user ?? null
    const isAllowed = rules.groups.length === 0 || isStaffMember(user, rules.groups)
    return isStaffMember(user, staffGroups) && isAllowed ? null : 'staff'
  }
  const readOverride: Overrides['readOverride'] = (app, text) => {
    const origin = readOrigin(text)
    if (!REMOTE.test(app)) return 'remote'
    return origin !== null && isAllowedOrigin(origin, rules) ? { app: app as RemoteName, origin } : 'origin'
  }
  return {
    refusal,
    readOverride,
    endCookie,
    cookie: ({ app, origin }, { user }) =>
      cookieOf(sealer.seal(PURPOSE, { user: user.id, app, origin }, LIFETIME_MS), LIFETIME_MS / 1_000),
    read(session, request, reply) {
      const cookies = readCookies(request.headers.cookie)
      if (!cookies.has(name)) return undefined
      // Nobody can say at the moment who asks: it is not shown, and not forgotten either.
      if (!session && sessions.failureOf(request)) return undefined
      const sealed = sealer.open(PURPOSE, cookies.get(name)) as Partial<Record<string, string>> | null
      const isOwn = session !== null && sealed?.['user'] === session.user.id && !refusal(request, session)
      const override = isOwn ? readOverride(sealed['app'] ?? '', sealed['origin'] ?? '') : null
      if (override !== null && typeof override === 'object') return override
      request.log.warn({ user: session?.user.id ?? null }, 'a cookie of an override gives no right to one')
      void reply.header('set-cookie', endCookie)
      return undefined
    },
  }
}

const REMOTE = /^mfe-[a-z]+$/

/** `http://localhost:4001`, with or without a slash at its end; null for everything else. */
export function readOrigin(text: string): string | null {
  const written = text.trim().replace(/\/$/, '')
  const url = URL.parse(written)
  // Nothing but what an address can be made of: it becomes part of a content security policy.
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.origin === written.toLowerCase() &&
    /^[\w:/.[\]-]+$/.test(url.origin)
    ? url.origin
    : null
}

const isAllowedOrigin = (origin: string, { origins }: OverrideRules): boolean =>
  origins.some((allowed) =>
    allowed.endsWith(':*')
      ? origin.replace(/:\d+$/, '') === allowed.slice(0, -':*'.length)
      : origin === allowed,
  )
