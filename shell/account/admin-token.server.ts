import { EARLY_EXPIRY_MS } from '@tessera/shared/config'
import { accountError } from '../errors.ts'
import type { AskSecurity } from './security-call.server.ts'

/** The key with which the site itself signs in to the platform. */
export interface ClientKey {
  readonly clientId: string
  readonly clientSecret: string
}

/** The least that accounts need. Source: specification 6; a client asks for neither openid nor offline_access. */
const SCOPE = 'Security_Administrator'

/** The site's own token: fetched when it is first needed, kept while it lasts, never sent to a browser. */
export interface AdminToken {
  /** @throws AppError account/unavailable */
  read(): Promise<string>
  /** The platform refused it: the next one who asks gets a new one. */
  drop(): void
}

/** Keeper of the site's own token. Whoever asks while one is being fetched waits for that one. */
export function createAdminToken(
  cmsUrl: string,
  client: ClientKey | null,
  ask: AskSecurity,
  now: () => number,
): AdminToken {
  let held: { readonly token: string; readonly until: number } | null = null
  let fetching: Promise<string> | null = null

  const fetchToken = async (): Promise<string> => {
    if (!client) throw accountError('account/unavailable', { message: 'The site has no client key.' })
    const { status, data } = await ask({
      method: 'POST',
      url: `${cmsUrl}/authenticate/connect/token`,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
        scope: SCOPE,
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
