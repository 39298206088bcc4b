import type { FastifyRequest } from 'fastify'
import type { OverrideRules, SiteConfig } from '@tessera/shared/config'
import type { RemoteName } from '@tessera/shared/contract'
import { cookieHeader, readCookies } from '../../http/cookies.server.ts'
import { hostOf, isAllowedHost } from '../../http/server.server.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import { isStaffMember } from '../../page/access.ts'
import type { Override, PageOverrides } from '../../override/overridden.ts'

/** Seals values, so that only this site can create and read the texts. */
interface Sealer {
  seal(purpose: string, value: unknown, lifetimeMs: number): string
  open(purpose: string, sealed: unknown): unknown
}

interface Options {
  readonly config: Pick<SiteConfig, 'overrides' | 'publicUrl' | 'staffGroups'>
  readonly sealer: Sealer
  readonly sessions: Pick<SessionReader, 'failureOf'>
}

/** Why an override is refused. */
export type OverrideRefusal = 'host' | 'origin' | 'remote' | 'staff'

/** The rules for overrides: which users, on which hosts, may load a remote from which origins. */
export interface Overrides extends PageOverrides {
  /** Why the request may not use overrides; null if it may. */
  refusal(request: FastifyRequest, session: Session | null): Extract<OverrideRefusal, 'host' | 'staff'> | null
  /** The override for a remote and an origin as they were entered, or why they are refused. */
  readOverride(app: string, origin: string): Override | Extract<OverrideRefusal, 'origin' | 'remote'>
  /** `Set-Cookie` that begins an override for one user. */
  cookie(override: Override, session: Session): string
  readonly endCookie: string
}

const PURPOSE = 'local override'
/** Lifetime of an override: a working day. */
const LIFETIME_MS = 8 * 3_600_000

/** The rules for overrides, from the site's configuration. */
export function createOverrides({ config, sealer, sessions }: Options): Overrides {
  const { overrides: rules, publicUrl, staffGroups } = config
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-TesseraOverride' : 'TesseraOverride'
  const cookieOf = (value: string, maxAgeSeconds: number) =>
    cookieHeader(name, value, { isSecure, sameSite: 'Lax', maxAgeSeconds })
  const endCookie = cookieOf('', 0)

  const refusal: Overrides['refusal'] = (request, session) => {
    if (!isAllowedHost(hostOf(request), { allowedHosts: rules.hosts })) return 'host'
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
      // The session cannot be verified now: the override is not applied, but its cookie is kept.
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
function readOrigin(text: string): string | null {
  const written = text.trim().replace(/\/$/, '')
  const url = URL.parse(written)
  // Only characters of origins are allowed, because the text becomes part of a content security policy.
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
