import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { MADE_FOR_HEADER, type SiteConfig } from '@tessera/shared/config'
import { FORM_FIELD, FORM_TRAP_HEADER } from '@tessera/shared/contract'
import { requestError } from '../../errors.ts'
import { supportedLanguage } from '../../http/paths.ts'
import { isSameSite } from '../../http/server.server.ts'

/** Headers that an embed may send in addition to the CORS-safelisted ones. */
const SENT = [
  'content-type',
  'idempotency-key',
  'g-recaptcha-response',
  FORM_FIELD,
  FORM_TRAP_HEADER,
  MADE_FOR_HEADER,
]
const READ = ['retry-after']
/** How long a browser caches a preflight answer, in seconds. */
const PREFLIGHT_SECONDS = 600

/** Names of the headers that only embedded forms use. */
export interface FormHeaders {
  readonly sent: readonly string[]
  readonly read: readonly string[]
}

/**
 * Admits requests from the origins that the site's configuration names and from the site itself; all others are refused. Requests are
 * anonymous: cookies and the Authorization header are removed before other code reads them. @throws AppError request/foreign-origin
 */
export const admitEmbeds = (
  { embedOrigins, publicUrl }: Pick<SiteConfig, 'embedOrigins' | 'publicUrl'>,
  forms: FormHeaders,
): onRequestAsyncHookHandler => {
  const origins = new Set(embedOrigins)
  return async (request, reply) => {
    const { origin } = request.headers
    void reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'origin, accept-encoding',
    })
    if (origin === undefined || !origins.has(origin)) {
      if (isSameSite(request, publicUrl)) return stripCredentials(request)
      throw requestError('request/foreign-origin', { details: { origin: origin ?? null } })
    }
    stripCredentials(request)
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': [...READ, ...forms.read].join(', '),
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return
    void reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': [...SENT, ...forms.sent].join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
  }
}

/** The origin of the other site whose page sent an admitted request; null for a page of the site itself. */
export const foreignOriginOf = (
  { headers }: FastifyRequest,
  { embedOrigins }: Pick<SiteConfig, 'embedOrigins'>,
): string | null => embedOrigins.find((origin) => origin === headers.origin) ?? null

function stripCredentials({ headers }: FastifyRequest): void {
  delete headers.cookie
  delete headers.authorization
}

/** The language of an embed, from its query string: the language of the embedding page need not be one of the site's. */
export function languageOfEmbed({ query }: FastifyRequest, { languages }: SiteConfig): string {
  const asked = String((query as Readonly<Record<string, unknown>>)['language'] ?? '')
  return supportedLanguage(asked, languages) ?? languages.primary
}
