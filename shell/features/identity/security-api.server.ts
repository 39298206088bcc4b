import * as v from 'valibot'
import { EARLY_EXPIRY_MS } from '@tessera/shared/config'
import { accountError } from '../../errors.ts'
import { CLIENT_SCOPES } from './identity-client.server.ts'
import {
  waitDetails,
  type AskSecurity,
  type SecurityAnswer,
  type SecurityCall,
} from './identity-fetch.server.ts'

const PlatformUserSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  username: v.string(),
  email: v.string(),
  firstName: v.optional(v.nullable(v.string()), ''),
  lastName: v.optional(v.nullable(v.string()), ''),
  language: v.optional(v.nullable(v.string()), ''),
  modified: v.optional(v.nullable(v.string()), null),
  custom: v.optional(v.nullable(v.record(v.string(), v.unknown())), {}),
  status: v.optional(v.object({ suspended: v.optional(v.boolean(), false) }), {}),
})

/** A user as the platform holds it; never with a password. */
export type PlatformUser = v.InferOutput<typeof PlatformUserSchema>

/** The values of a registration. */
export interface NewUser {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: string
  readonly password: string
}

/** The platform's calls about users that this site needs. Each may throw account/unavailable. */
export interface SecurityApi {
  /** A new user who cannot sign in before the address is confirmed; null when a name or the address is taken. */
  createUser(user: NewUser): Promise<PlatformUser | null>
  /** By id or email address; null when there is none. */
  findUser(idOrEmail: string): Promise<PlatformUser | null>
  /** Lets a user sign in whose address is confirmed. It is marked as such afterwards: when this call fails, the link may be used again. */
  releaseUser(user: PlatformUser): Promise<void>
  /** Marks the user's address as confirmed. */
  markConfirmed(user: PlatformUser): Promise<void>
  /** Sets the password of a user who has proved to own the address. @throws AppError account/refused */
  setPassword(userId: string, fresh: string): Promise<void>
  /** Changes the password with the user's own bearer token. @throws AppError account/credentials, account/signed-out, account/limited, account/refused */
  changePassword(bearerToken: string, userId: string, existing: string, fresh: string): Promise<void>
}

/** Mark of users who registered here and have not confirmed their address. Users who are suspended for other reasons lack it. */
const UNCONFIRMED = { emailConfirmed: false } as const

/** Whether an account's address is not confirmed yet. */
export const isUnconfirmed = ({ custom }: PlatformUser): boolean => custom?.['emailConfirmed'] === false

/** The calls to the platform at a base URL. Source: reference delivery-api 1.2, rows 21 to 25; specification 7. */
export function createSecurityApi(cmsUrl: string, token: AdminToken, ask: AskSecurity): SecurityApi {
  const users = `${cmsUrl}/api/security/users`
  const userUrl = (name: string) => `${users}/${encodeURIComponent(name)}`
  const asSite = (call: SecurityCall) => askAsSite(call, token, ask)

  return {
    async createUser({ password, ...user }) {
      const body = { ...user, custom: UNCONFIRMED, password }
      const answer = await asSite({ method: 'POST', url: `${users}?suspended=true`, body })
      if (answer.status === 409) return null
      if (answer.status === 422) throw refused(answer)
      return readUser(answer, 201)
    },
    async findUser(idOrEmail) {
      // In a URL these two would lead to another call of the platform.
      if (idOrEmail === '.' || idOrEmail === '..') return null
      const answer = await asSite({ method: 'GET', url: userUrl(idOrEmail) })
      return answer.status === 404 ? null : readUser(answer, 200)
    },
    async releaseUser({ id }) {
      done(await asSite({ method: 'POST', url: `${userUrl(id)}/actions`, body: { type: 'unsuspend' } }))
    },
    async markConfirmed({ id, custom }) {
      const marked = { id, custom: { ...custom, emailConfirmed: true } }
      const contentType = 'application/merge-patch+json; charset=utf-8'
      done(await asSite({ method: 'PATCH', url: userUrl(id), body: marked, contentType }))
    },
    async setPassword(userId, fresh) {
      done(
        await asSite({
          method: 'POST',
          url: `${userUrl(userId)}/credentials/password`,
          body: { new: fresh },
        }),
      )
    },
    async changePassword(bearerToken, userId, existing, fresh) {
      const answer = await ask({
        method: 'POST',
        url: `${userUrl(userId)}/credentials/password`,
        headers: { authorization: `Bearer ${bearerToken}` },
        body: { existing, new: fresh },
      })
      if (answer.status === 409) throw accountError('account/credentials')
      if (answer.status === 401 || answer.status === 403) throw accountError('account/signed-out')
      // The platform counts wrong passwords of its own, on all sites together.
      if (answer.status === 429) throw accountError('account/limited', waitDetails(answer))
      done(answer)
    },
  }
}

/** A call with the site's token. It may have been revoked before it expired: after a 401 the call is repeated once with a new one. */
async function askAsSite(call: SecurityCall, token: AdminToken, ask: AskSecurity): Promise<SecurityAnswer> {
  const send = async (): Promise<SecurityAnswer> =>
    ask({ ...call, headers: { authorization: `Bearer ${await token.read()}` } })
  const first = await send()
  if (first.status !== 401) return first
  token.drop()
  return send()
}

function done(answer: SecurityAnswer): void {
  if (answer.status === 422) throw refused(answer)
  if (answer.status < 200 || answer.status > 299) throw unexpected(answer)
}

function readUser(answer: SecurityAnswer, wanted: number): PlatformUser {
  const result = v.safeParse(PlatformUserSchema, answer.data)
  if (answer.status !== wanted || !result.success) throw unexpected(answer)
  return result.output
}

/** The error for a refusal, e.g. by the platform's own password policy, with the platform's message. */
const refused = ({ data }: SecurityAnswer) => {
  const { message } = (data ?? {}) as { readonly message?: unknown }
  return accountError(
    'account/refused',
    typeof message === 'string' ? { message: message.slice(0, 300) } : {},
  )
}

const unexpected = ({ status }: SecurityAnswer) =>
  accountError('account/unavailable', { details: { status } })

/** The OAuth client credentials of the site itself. */
interface ClientKey {
  readonly clientId: string
  readonly clientSecret: string
  /** Set where a site requests fewer scopes than the specification names; accounts need only Security_Administrator. */
  readonly scope?: string
}

/** The site's own token: fetched when it is first needed, cached until it expires, never sent to a browser. */
interface AdminToken {
  /** @throws AppError account/unavailable */
  read(): Promise<string>
  /** Drops a token that the platform refused: the next call fetches a new one. */
  drop(): void
}

/** Caches the site's own token; concurrent calls share one request (single-flight). */
export function createAdminToken(
  cmsUrl: string,
  client: ClientKey | null,
  ask: AskSecurity,
  now: () => number,
): AdminToken {
  let held: { readonly token: string; readonly until: number } | null = null
  let fetching: Promise<string> | null = null

  const fetchToken = async (): Promise<string> => {
    if (!client)
      throw accountError('account/unavailable', { message: 'client_credentials requires clientDetails.' })
    const { status, data } = await ask({
      method: 'POST',
      url: `${cmsUrl}/authenticate/connect/token`,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
        scope: client.scope ?? CLIENT_SCOPES,
      }),
    })
    const { access_token: token, expires_in: seconds } = (data ?? {}) as Readonly<Record<string, unknown>>
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw accountError('account/unavailable', {
        message: 'The platform gave the site no token.',
        details: { status },
      })
    held = { token, until: now() + seconds * 1_000 - EARLY_EXPIRY_MS }
    return token
  }

  return {
    read() {
      if (held && held.until > now()) return Promise.resolve(held.token)
      fetching ??= fetchToken().finally(() => (fetching = null))
      return fetching
    },
    drop() {
      held = null
    },
  }
}
