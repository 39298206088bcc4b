import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SeedUser } from '../domain/content.ts'
import type { NewRefresh } from '../records/records.ts'
import { verifyPassword } from '../security/password.ts'
import type { Context } from './context.ts'
import { accountOf, decode, isUsable, readCookies, sameText } from './identity.ts'
import { ACCESS_SECONDS, hashToken, newRefreshToken, REFRESH_SECONDS } from '../security/tokens.ts'

type Refusal = { readonly error: string; readonly error_description: string }
type Fields = Readonly<Record<string, string>>

/** Tokens, sign-out and the classic token exchange. Source: protocol 1.2, rows 18 to 20, and 1.19. */
export function tokenRoutes(server: FastifyInstance, context: Context): void {
  server.post('/authenticate/connect/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const fields = readFields(request.body)
    switch (fields['grant_type']) {
      case 'contensis_classic':
      case 'password':
        return passwordGrant(context, fields, reply)
      case 'contensis_classic_refresh_token':
      case 'refresh_token':
        return refreshGrant(context, fields, reply)
      case 'client_credentials':
        return clientGrant(context, fields, reply)
      default:
        return refuse(reply, 'unsupported_grant_type', 'The grant type is missing or not supported')
    }
  })
  server.get('/authenticate/logout', (request, reply) => signOut(context, request, reply))
  server.post('/REST/Contensis/Security/IsAuthenticated', (request, reply) =>
    exchange(context, request, reply),
  )
}

function readFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value
      // No field of a grant is an object, and an object may have no text.
      return typeof first === 'object' ? [] : [[name, String(first)]]
    }),
  )
}

function refuse(reply: FastifyReply, error: string, description: string, status = 400): Refusal {
  reply.status(status)
  return { error, error_description: description }
}

async function passwordGrant(
  context: Context,
  fields: Fields,
  reply: FastifyReply,
  isAgain = false,
): Promise<object> {
  const { username = '', password = '' } = fields
  const account = username === '' ? null : await context.readers.account({ by: 'name', value: username })
  // An unknown name takes the same time, so that attackers cannot find out which names exist.
  const key = account?.id ?? username
  const check = await context.signInLimit.check('sign-in', key, async () => {
    const fits = await verifyPassword(password, account?.password ?? null)
    return fits && account !== null && mayUse(account.json)
  })
  if (check === 'limited' || check === 'busy') {
    reply.header('retry-after', context.signInLimit.retryAfterSeconds('sign-in', key))
    const [error, description] = REFUSED_FOR_NOW[check]
    return refuse(reply, error, description, 429)
  }
  if (check === 'wrong' || account === null) return refuse(reply, 'invalid_grant', WRONG)
  const session = { account: account.id, session: randomUUID(), replaces: null, checked: account.password }
  const granted = await grant(context, session, reply)
  if (granted !== null) return granted
  // The account changed after it was read: an import hashes the same password anew, or there is a new password.
  return isAgain ? refuse(reply, 'invalid_grant', WRONG) : passwordGrant(context, fields, reply, true)
}

const REFUSED_FOR_NOW = {
  limited: ['too_many_attempts', 'Too many wrong passwords; try again in a quarter of an hour'],
  busy: ['temporarily_unavailable', 'Too many people are signing in; try again in a moment'],
} as const
const WRONG = 'The user name or password is wrong, or the account cannot sign in'

function mayUse(json: string): boolean {
  const { status } = JSON.parse(json) as SeedUser
  return !status?.suspended && !status?.locked
}

async function refreshGrant(context: Context, fields: Fields, reply: FastifyReply): Promise<object> {
  const invalid = 'The refresh token is not valid'
  const hash = hashToken(fields['refresh_token'] ?? '')
  const row = await context.readers.refresh(hash)
  if (row === null) return refuse(reply, 'invalid_grant', invalid)
  if (!isUsable(row, Date.now())) {
    // A token that was replaced long ago may be stolen, or the newer tokens are: the session ends in both cases.
    await context.writer.endSession(row.family)
    return refuse(reply, 'invalid_grant', invalid)
  }
  const account = await context.readers.account({ by: 'id', value: row.account })
  if (account === null || !mayUse(account.json)) return refuse(reply, 'invalid_grant', invalid)
  const session = { account: account.id, session: row.family, replaces: hash, checked: null }
  return (await grant(context, session, reply)) ?? refuse(reply, 'invalid_grant', invalid)
}

async function clientGrant(context: Context, fields: Fields, reply: FastifyReply): Promise<object> {
  const key = context.model().environment.apiKeys?.find((one) => one.clientId === fields['client_id'])
  if (key === undefined || !sameText(key.clientSecret, fields['client_secret'] ?? ''))
    return refuse(reply, 'invalid_client', 'The client id or secret is wrong')
  return {
    access_token: accessToken(context, key.clientId, null),
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer',
  }
}

/** An access token; `session` null for an API key. */
const accessToken = (context: Context, subject: string, session: string | null): string =>
  context.tokens.sign({
    kind: 'access',
    subject,
    client: session === null,
    session: session ?? '',
    expires: Date.now() + ACCESS_SECONDS * 1000,
  })

/** The account, the session of all tokens from its sign-in, and what `keepRefresh` needs to know of the new token. */
type Session = Pick<NewRefresh, 'account' | 'replaces' | 'checked'> & { readonly session: string }

/**
 * A new access token, a new refresh token that replaces the old one, and the classic token as a header. Null when the session
 * has ended, or may no longer start.
 */
async function grant(context: Context, of: Session, reply: FastifyReply): Promise<object | null> {
  const refreshToken = await issueRefresh(context, of)
  if (refreshToken === null) return null
  reply.header(
    'x-contensis-classic-token',
    context.tokens.sign({
      kind: 'classic',
      subject: of.account,
      client: false,
      session: of.session,
      expires: Date.now() + REFRESH_SECONDS * 1000,
    }),
  )
  return {
    access_token: accessToken(context, of.account, of.session),
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer',
    refresh_token: refreshToken,
  }
}

async function issueRefresh(context: Context, { session, ...of }: Session): Promise<string | null> {
  const token = newRefreshToken()
  const now = Date.now()
  const isKept = await context.writer.keepRefresh({
    ...of,
    hash: hashToken(token),
    family: session,
    expires: now + REFRESH_SECONDS * 1000,
    now,
  })
  return isKept ? token : null
}

async function signOut(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  for (const session of await sessionsOf(context, request)) await context.writer.endSession(session)
  reply
    .header('cache-control', 'no-store')
    .header('set-cookie', ['ContensisCMSUserName=; Path=/; Max-Age=0', 'RefreshToken=; Path=/; Max-Age=0'])
  return { success: true }
}

/** The sessions of a request's tokens: from its cookies or its bearer token. */
async function sessionsOf(context: Context, request: FastifyRequest): Promise<ReadonlySet<string>> {
  const cookies = readCookies(request.headers.cookie)
  const refresh = cookies.get('RefreshToken')
  const row = refresh ? await context.readers.refresh(hashToken(refresh)) : null
  const bearer = request.headers.authorization?.replace(/^bearer\s+/i, '').trim()
  const claims = [cookies.get('ContensisCMSUserName'), bearer].map((token) =>
    token ? context.tokens.verify(token, Date.now()) : null,
  )
  return new Set([row?.family, ...claims.map((one) => one?.session)].flatMap((session) => session || []))
}

/** Exchange a classic token for a refresh token; the client sends it URI-encoded inside the body. */
async function exchange(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  reply.header('cache-control', 'no-store')
  const given = readFields(request.body)['securityToken'] ?? ''
  const claims = [given, decode(given)]
    .map((token) => context.tokens.verify(token, Date.now()))
    .find((found) => found?.kind === 'classic')
  const account = claims ? await context.readers.account(accountOf(claims)) : null
  const token =
    claims && account !== null && mayUse(account.json)
      ? await issueRefresh(context, {
          account: account.id,
          session: claims.session,
          replaces: null,
          checked: null,
        })
      : null
  if (token === null) return { LogonResult: 1, ApplicationData: [] }
  return {
    LogonResult: 0,
    ApplicationData: [{ Key: 'ContensisSecurityRefreshToken', Value: token }],
  }
}
