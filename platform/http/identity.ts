import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inheritedGroups, type Visitor } from '../domain/access.ts'
import type { Group, SeedUser } from '../domain/content.ts'
import type { Model } from '../domain/model.ts'
import type { Readers } from '../workers/pools.ts'
import { hashToken, type Tokens } from './tokens.ts'

/** Who makes a call: what it may read, and which user it speaks for. `isAdmin` also for API keys. */
export type Identity = {
  readonly canRead: boolean
  readonly canReadLatest: boolean
  readonly user: SeedUser | null
  readonly visitor: Visitor
  readonly isAdmin: boolean
  /** Signed in by a bearer token and not by cookies alone, so no foreign page can have caused the call. */
  readonly isBearer: boolean
}

export type Identify = (request: FastifyRequest) => Promise<Identity>

/** How long a replaced refresh token still works, in milliseconds: parallel requests share a cookie. Source: protocol 1.19. */
export const RETIRED_GRACE_MS = 60_000

/** Make the reader of identities. Accepted, in this order: accessToken header, accessToken query value, Authorization, session cookies. Source: protocol 1.4. */
export function createIdentify(model: () => Model, readers: Readers, tokens: Tokens): Identify {
  const userOf = async (id: string | null): Promise<SeedUser | null> => {
    const account = id === null ? null : await readers.account({ by: 'id', value: id })
    const user = account === null ? null : (JSON.parse(account.json) as SeedUser)
    return user === null || user.status?.suspended || user.status?.locked ? null : user
  }
  const refreshUser = async (token: string): Promise<string | null> => {
    const row = await readers.refresh(hashToken(token))
    return row !== null && row.expires > Date.now() && (row.retired === null || row.retired + RETIRED_GRACE_MS > Date.now()) ? row.account : null
  }
  return async (request) => {
    const now = Date.now()
    const given = givenTokens(request)
    const rights = given.map((token) => staticRights(model(), token)).find((found) => found !== null) ?? null
    const claims = given.map((token) => tokens.verify(token, now)).find((found) => found?.kind === 'access') ?? null
    const cookies = readCookies(request.headers.cookie)
    const classic = tokens.verify(cookies.get('ContensisCMSUserName') ?? '', now)
    const cookieUser = classic?.kind === 'classic' ? classic.subject : await refreshUserOf(cookies.get('RefreshToken'), refreshUser)
    const user = await userOf(claims !== null && !claims.client ? claims.subject : cookieUser)
    const groups = model().groups
    const isAdmin = claims?.client === true || isAdministrator(groups, user)
    const isBearer = claims !== null && (claims.client || user?.id === claims.subject)
    return {
      canRead: rights !== null || isBearer,
      canReadLatest: rights === 'latest' || (isBearer && isAdmin),
      user,
      visitor: claims?.client ? groups.map((group) => group.id) : user === null ? null : inheritedGroups(groups, user.groupIds ?? []),
      isAdmin,
      isBearer,
    }
  }
}

const refreshUserOf = async (token: string | undefined, find: (token: string) => Promise<string | null>): Promise<string | null> => (token ? find(token) : null)

function givenTokens(request: FastifyRequest): readonly string[] {
  const query = Object.entries(request.query as Record<string, unknown>).find(([name]) => name.toLowerCase() === 'accesstoken')?.[1]
  const authorization = request.headers.authorization?.replace(/^bearer\s+/i, '').trim()
  return [request.headers['accesstoken'], query, authorization].filter((token) => typeof token === 'string' && token !== '') as string[]
}

function staticRights(model: Model, token: string): 'published' | 'latest' | null {
  const { accessToken, accessTokens = [] } = model.environment
  if (accessToken !== undefined && sameText(accessToken, token)) return 'latest'
  return accessTokens.find((one) => sameText(one.token, token))?.versionStatus ?? null
}

/** Compare two secrets in a time that does not depend on where they differ. */
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
