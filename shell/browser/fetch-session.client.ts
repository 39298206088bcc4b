import type { ClientCredentials, User } from '@tessera/shared/contract'

/** Who is signed in, as `GET /api/session` says it. */
export interface SessionFacts {
  readonly user: User | null
  readonly credentials: ClientCredentials | null
}

const DEADLINE_MS = 8_000

/** Ask who is signed in; null when nobody can tell: offline, or the platform is in trouble. Never rejects. */
export async function fetchSession(): Promise<SessionFacts | null> {
  try {
    const answer = await fetch('/api/session', {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const { isCertain, user, credentials } = (await answer.json()) as SessionFacts & { isCertain?: boolean }
    return answer.ok && isCertain ? { user: user ?? null, credentials: credentials ?? null } : null
  } catch {
    return null // the page goes on as it is; the server decides on every request
  }
}
