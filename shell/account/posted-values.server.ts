import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import type { PostedFields } from './account-post.server.ts'
import { readCookie, setCookie } from '../session/cookies.server.ts'
import type { Sealer } from '../session/sealer.server.ts'

/** Cookie that carries what was typed from a refused post to the form it belongs to. */
export const POSTED_COOKIE = 'form-values'
const LIFETIME_SECONDS = 300
const PURPOSE = 'posted values'
/** What may come back. Passwords and tokens never do. */
const HARMLESS = ['username', 'firstName', 'lastName', 'email', 'userEmail', 'user'] as const

/** What a visitor typed into a form that was refused: sealed, read once, never in an address. */
export interface PostedValues {
  readonly keep: (reply: FastifyReply, fields: PostedFields) => void
  /** The values that a request brings back; they are gone afterwards. */
  readonly take: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Readonly<Record<string, string>> | undefined
}

/** Values that only this site can read. */
export function createPostedValues(
  sealer: Sealer,
  { publicUrl }: Pick<SiteConfig, 'publicUrl'>,
): PostedValues {
  const rules = { isSecure: publicUrl.startsWith('https:'), sameSite: 'Lax' } as const
  return {
    keep(reply, fields) {
      const values = Object.fromEntries(
        HARMLESS.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
      )
      if (Object.keys(values).length === 0) return
      const sealed = sealer.seal(PURPOSE, values, LIFETIME_SECONDS * 1_000)
      setCookie(reply, POSTED_COOKIE, sealed, { ...rules, maxAgeSeconds: LIFETIME_SECONDS })
    },
    take(request, reply) {
      const sealed = readCookie(request, POSTED_COOKIE)
      if (sealed === null) return undefined
      setCookie(reply, POSTED_COOKIE, '', { ...rules, maxAgeSeconds: 0 })
      const values = sealer.open(PURPOSE, sealed)
      return values === null ? undefined : (values as Readonly<Record<string, string>>)
    },
  }
}
