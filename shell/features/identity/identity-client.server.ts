import * as v from 'valibot'
import { GROUPS_PAGE_SIZE } from '@tessera/shared/config'
import type { User, UserGroup } from '@tessera/shared/contract'
import { sessionError } from '../../errors.ts'
import { REFRESH_LIFE_MS, type Credentials, type IdentityClient, type UserAnswer } from './session.ts'
import {
  identityFetch,
  waitDetails,
  type IdentityAnswer,
  type IdentityFetch,
} from './identity-fetch.server.ts'

/** OAuth scopes that the site requests with its own client credentials. Source: specification 6, Roles and permissions. */
export const CLIENT_SCOPES = [
  'Security_Administrator',
  ...['ContentType_Read', 'ContentType_Write', 'ContentType_Delete'],
  ...['Entry_Read', 'Entry_Write', 'Entry_Delete'],
  ...['Project_Read', 'Project_Write', 'Project_Delete', 'Workflow_Administrator'],
].join(' ')

/** OAuth scopes of a user's sign-in: two more. */
export const USER_SCOPES = `openid offline_access ${CLIENT_SCOPES}`

/** Deadline of calls that hash a password, which is slow on purpose. */
const PASSWORD_DEADLINE_MS = 8_000
/** Deadline of all other calls: a page waits for them. */
const DEADLINE_MS = 2_000
/** Shorter, so that a page which waits for the user still gets them when the groups are late. */
const GROUPS_DEADLINE_MS = 1_500

interface Dependencies {
  readonly cmsUrl: string
  readonly staffDomain: string
  /** Whether visitors sign in through another identity provider; the platform ends its session when it is sent the classic token. */
  readonly isFederated: boolean
  readonly now: () => number
  readonly fetchAnswer?: IdentityFetch
  /** A call for groups failed: its status, or null if it had none. */
  readonly onNoGroups?: (status: number | null) => void
}

/** A client of the security endpoints of one platform. */
export function createIdentityClient(dependencies: Dependencies): IdentityClient {
  const { cmsUrl, isFederated, now, fetchAnswer = identityFetch } = dependencies
  const grant = async (
    fields: Readonly<Record<string, string>>,
    deadlineMs: number,
  ): Promise<IdentityAnswer> =>
    fetchAnswer(`${cmsUrl}/authenticate/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ scope: USER_SCOPES, ...fields }),
      deadlineMs,
    })
  return {
    async byPassword(username, password) {
      const fields = { grant_type: 'contensis_classic', username, password }
      const answer = await grant(fields, PASSWORD_DEADLINE_MS)
      return readCredentials(answer, now()) ?? failSignIn(answer)
    },
    async byRefreshToken(refreshToken) {
      const fields = { grant_type: 'contensis_classic_refresh_token', refresh_token: refreshToken }
      const answer = await grant(fields, DEADLINE_MS)
      return readCredentials(answer, now(), refreshToken) ?? failRefresh(answer)
    },
    exchange: (securityToken) => exchange(securityToken, cmsUrl, fetchAnswer),
    user: (bearerToken) => fetchUser(bearerToken, { ...dependencies, fetchAnswer }),
    async end({ refreshToken, classicToken }) {
      const tokens = {
        RefreshToken: refreshToken,
        ...(isFederated && classicToken ? { ContensisCMSUserName: classicToken } : {}),
      }
      const cookie = Object.entries(tokens).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      await fetchAnswer(`${cmsUrl}/authenticate/logout?jsonResponseRequired=true`, {
        method: 'GET',
        headers: { cookie: cookie.join('; ') },
        deadlineMs: DEADLINE_MS,
      })
    },
  }
}

/**
 * The user of a bearer token, from two parallel calls. Only the call for the user decides whether there is a session: without groups
 * somebody is signed in, and may see less. Source: specification 7: groups with inheritance, a hundred at once; reference react-base 1.3, A2.
 */
async function fetchUser(
  bearerToken: string,
  { cmsUrl, staffDomain, fetchAnswer, onNoGroups }: Dependencies & { readonly fetchAnswer: IdentityFetch },
): Promise<UserAnswer> {
  const get = (path: string, deadlineMs: number) =>
    fetchAnswer(`${cmsUrl}/api/security/users/@current${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${bearerToken}` },
      deadlineMs,
    })
  const query = `?includeInherited=true&pageIndex=0&pageSize=${GROUPS_PAGE_SIZE}`
  const [{ status, data }, answer] = await Promise.all([
    get('', DEADLINE_MS),
    get(`/groups${query}`, GROUPS_DEADLINE_MS).catch(() => null),
  ])
  if (status === 401 || status === 403) throw sessionError('session/ended')
  const user = status === 200 ? readUser(data, staffDomain) : null
  if (!user) throw sessionError('session/unavailable', { details: { status } })
  const groups = answer?.status === 200 ? readGroups(answer.data) : null
  if (!groups) onNoGroups?.(answer?.status ?? null)
  return { ...user, groups }
}

async function exchange(securityToken: string, cmsUrl: string, fetchAnswer: IdentityFetch): Promise<string> {
  const answer = await fetchAnswer(`${cmsUrl}/REST/Contensis/Security/IsAuthenticated`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ securityToken: encodeURIComponent(securityToken) }),
    deadlineMs: DEADLINE_MS,
  }).catch((cause: unknown) => {
    throw sessionError('session/credentials-failed', { cause })
  })
  return readExchange(answer)
}

const GrantSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  expires_in: v.pipe(v.number(), v.minValue(1)),
  refresh_token: v.nullish(v.string()),
})

/** `before`: the refresh token that was used, which goes on where the answer has no new one. Source: RFC 6749, section 6. */
function readCredentials(
  { status, data, classicToken }: IdentityAnswer,
  now: number,
  before = '',
): Credentials | null {
  if (status !== 200) return null
  const read = v.safeParse(GrantSchema, data)
  if (!read.success) return null
  const refreshToken = read.output.refresh_token || before
  if (!refreshToken) return null
  return {
    bearerToken: read.output.access_token,
    bearerExpiresMs: now + read.output.expires_in * 1_000,
    refreshToken,
    refreshExpiresMs: now + REFRESH_LIFE_MS,
    classicToken,
  }
}

const RefusalSchema = v.object({ error: v.string(), error_description: v.nullish(v.string()) })

/** Error code and message of a token answer, from its JSON, else from its raw text. Source: specification 8, Authentication failure. */
function refusalOf({ data, text }: IdentityAnswer): { readonly code: string; readonly message: string } {
  const read = v.safeParse(RefusalSchema, data)
  if (!read.success) return { code: '', message: text.slice(0, 200) }
  return { code: read.output.error, message: read.output.error_description ?? read.output.error }
}

function failSignIn(answer: IdentityAnswer): never {
  const { message } = refusalOf(answer)
  if (answer.status === 429) throw sessionError('session/limited', waitDetails(answer))
  if (answer.status >= 400 && answer.status < 500)
    throw sessionError('session/refused', { message: message || undefined })
  throw sessionError('session/unavailable', { details: { status: answer.status } })
}

/** Only an explicit refusal ends a session: any other error may be a failure of the platform. */
function failRefresh(answer: IdentityAnswer): never {
  const { code, message } = refusalOf(answer)
  const isOver = (answer.status === 400 || answer.status === 401) && code === 'invalid_grant'
  throw isOver
    ? sessionError('session/ended', { details: { reason: message } })
    : sessionError('session/unavailable', { details: { status: answer.status } })
}

const REFRESH_TOKEN_KEY = 'ContensisSecurityRefreshToken'
const ExchangeSchema = v.object({ LogonResult: v.number(), ApplicationData: v.optional(v.unknown()) })
const ApplicationDataSchema = v.nullish(v.array(v.object({ Key: v.string(), Value: v.unknown() })))

/** Source: specification 5, Accounts and security, and 8. */
function readExchange({ status, statusText, data: body }: IdentityAnswer): string {
  if (status !== 200)
    throw sessionError('session/credentials-failed', {
      message: `Fetch credentials error: ${status} ${statusText}`,
    })
  const read = v.safeParse(ExchangeSchema, body)
  if (!read.success) throw sessionError('session/credentials-failed')
  if (read.output.LogonResult !== 0) throw sessionError('session/security-token-invalid')
  const data = v.safeParse(ApplicationDataSchema, read.output.ApplicationData)
  if (!data.success) throw sessionError('session/credentials-failed')
  const found = data.output?.find(({ Key }) => Key === REFRESH_TOKEN_KEY)?.Value
  if (typeof found !== 'string' || !found) throw sessionError('session/refresh-token-missing')
  return found
}

const text = v.optional(v.nullable(v.string()), '')
const UserSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  username: text,
  email: text,
  firstName: text,
  lastName: text,
})
const GroupsSchema = v.object({
  items: v.array(v.object({ id: v.string(), name: v.optional(v.nullable(v.string()), '') })),
})

/** Null when malformed. `staffDomain`: an address at exactly this domain, the vendor's, sets the staff flag. Source: specification 3, User. */
function readUser(data: unknown, staffDomain: string): Omit<User, 'groups'> | null {
  const read = v.safeParse(UserSchema, data)
  if (!read.success) return null
  const { id, ...rest } = read.output
  const username = rest.username ?? ''
  const email = rest.email ?? ''
  const firstName = rest.firstName ?? ''
  const lastName = rest.lastName ?? ''
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  const isStaff = email.toLowerCase().split('@').at(-1) === staffDomain && email.includes('@')
  return { id, username, email, firstName, lastName, name, isStaff }
}

function readGroups(data: unknown): readonly UserGroup[] | null {
  const read = v.safeParse(GroupsSchema, data)
  if (!read.success) return null
  return read.output.items.slice(0, GROUPS_PAGE_SIZE).map(({ id, name }) => ({ id, name: name ?? '' }))
}
