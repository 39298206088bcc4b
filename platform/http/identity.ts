import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inheritedGroups, type Visitor } from '../domain/access.ts'
import type { Group, SeedUser } from '../domain/content.ts'
import type { Model } from '../domain/model.ts'
import type { Readers } from '../workers/pools.ts'
import type { AccountTask, RefreshRow } from '../records/records.ts'
import { hashToken, type Claims, type Tokens } from '../security/tokens.ts'
import { readParams } from './params.ts'

/** The requester's identity: what it may read, and its user. `isAdmin` is true for API keys too. */
export type Identity = {
  readonly canRead: boolean
  readonly canReadLatest: boolean
  readonly user: SeedUser | null
  readonly visitor: Visitor
  readonly isAdmin: boolean
  /** The session of the request's token; null for access tokens, API keys and anonymous requests. */
  readonly session: string | null
  /** Signed in by a bearer token and not by cookies alone, so the request cannot be forged by another site (CSRF). */
  readonly isBearer: boolean
}

export type Identify = (request: FastifyRequest) => Promise<Identity>

/** How long a replaced refresh token still works, in milliseconds: parallel requests share a cookie. Source: protocol 1.19. */
const RETIRED_GRACE_MS = 60_000

/**
 * Make the function that identifies requesters. Accepted, in this order: accessToken header, accessToken query value,
 * Authorization, session cookies. Source: protocol 1.4.
 */
export function createIdentify(model: () => Model, readers: Readers, tokens: Tokens): Identify {
  return async (request) => {
    const given = givenTokens(request)
    const rights = given.map((token) => staticRights(model(), token)).find((found) => found !== null) ?? null
    const claims =
      given
        .map((token) => tokens.verify(token, Date.now()))
        .find((found) => found?.kind === 'access' && (!found.client || hasKey(model(), found.subject))) ??
      null
    if (claims?.client === true) return CLIENT(model().groups)
    const asked = claims === null ? await readCookieUser(request, readers, tokens) : accountOf(claims)
    const user = await readUser(readers, asked)
    const isBearer = claims !== null && user !== null
    const isAdmin = isAdministrator(model().groups, user)
    return {
      canRead: rights !== null || isBearer,
      canReadLatest: rights === 'latest' || (isBearer && isAdmin),
      user,
      session: asked?.family ?? null,
      visitor: user === null ? null : inheritedGroups(model().groups, user.groupIds ?? []),
      isAdmin,
      isBearer,
    }
  }
}

/** Whether an API key still exists: a token of a revoked one is worth nothing. */
const hasKey = ({ environment }: Model, clientId: string): boolean =>
  environment.apiKeys?.some((key) => key.clientId === clientId) ?? false

/** The identity of an API key: it may read everything, and has no user. */
const CLIENT = (groups: readonly Group[]): Identity => ({
  canRead: true,
  canReadLatest: true,
  user: null,
  session: null,
  visitor: groups.map((group) => group.id),
  isAdmin: true,
  isBearer: true,
})

/** The account of a token, provided that its session has not been ended. */
export const accountOf = ({ subject, session }: Claims): AccountTask => ({
  by: 'id',
  value: subject,
  family: session,
})

async function readUser(readers: Readers, asked: AccountTask | null): Promise<SeedUser | null> {
  const account = asked === null ? null : await readers.account(asked)
  const user = account === null ? null : (JSON.parse(account.json) as SeedUser)
  return user?.status?.suspended || user?.status?.locked ? null : user
}

/** The user of the two session cookies: the classic token, else the refresh token. */
async function readCookieUser(
  request: FastifyRequest,
  readers: Readers,
  tokens: Tokens,
): Promise<AccountTask | null> {
  const cookies = readCookies(request.headers.cookie)
  const classic = tokens.verify(cookies.get('ContensisCMSUserName') ?? '', Date.now())
  if (classic?.kind === 'classic') return accountOf(classic)
  const token = cookies.get('RefreshToken')
  const row = token ? await readers.refresh(hashToken(token)) : null
  return row !== null && isUsable(row, Date.now()) ? { by: 'id', value: row.account } : null
}

/** Whether a refresh token still works: not expired, and replaced at most `RETIRED_GRACE_MS` ago. */
export function isUsable(row: RefreshRow, now: number): boolean {
  return row.expires > now && (row.retired === null || row.retired + RETIRED_GRACE_MS > now)
}

function givenTokens(request: FastifyRequest): readonly string[] {
  const query = readParams(request).get('accesstoken')
  const authorization = request.headers.authorization?.replace(/^bearer\s+/i, '').trim()
  return [request.headers['accesstoken'], query, authorization].filter(
    (token) => typeof token === 'string' && token !== '',
  ) as string[]
}

function staticRights(model: Model, token: string): 'published' | 'latest' | null {
  const { accessToken, accessTokens = [] } = model.environment
  if (accessToken !== undefined && sameText(accessToken, token)) return 'latest'
  return accessTokens.find((one) => sameText(one.token, token))?.versionStatus ?? null
}

/** Compare two secrets in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function isAdministrator(groups: readonly Group[], user: SeedUser | null): boolean {
  const own = new Set(inheritedGroups(groups, user?.groupIds ?? []))
  return groups.some((group) => group.type === 'sys' && own.has(group.id))
}

/** Cookies by name, percent-decoded where they are encoded. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0) cookies.set(part.slice(0, at).trim(), decode(part.slice(at + 1).trim()))
  }
  return cookies
}

/** Text percent-decoded; as it is where it is not encoded correctly. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
