import * as v from 'valibot'

/** The domain of the vendor's own people. Source: specification 3, User: the staff flag. */
const VENDOR_DOMAIN = 'zengenti.com'

/** What a shell process is told about sessions. */
export const SessionOptionsSchema = v.object({
  /** Keys that sessions are sealed with, newest first: 32 bytes each, base64url. Without any, those of the data folder. */
  keys: v.optional(v.array(v.string()), []),
  /** Address of a store that speaks the Redis protocol, for shells on several machines; without it their supervisor's memory, or that of the only process. */
  storeUrl: v.optional(
    v.pipe(v.string(), v.regex(/^rediss?:\/\//, 'must be a redis:// or rediss:// address')),
  ),
  /** An email at exactly this domain makes somebody staff. */
  staffDomain: v.optional(v.pipe(v.string(), v.toLowerCase()), VENDOR_DOMAIN),
})

/** What a shell process is told about sessions. */
export type SessionOptions = v.InferOutput<typeof SessionOptionsSchema>

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))
/** Source: specification 8, Client configuration. */
const clientDetail = v.pipe(v.string(), v.trim(), v.nonEmpty('client_credentials requires clientDetails.'))
const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^/?#@]+$/, 'must be an http or https address without a path'),
)

/** What a shell process is told about accounts. Secrets: they come from the environment, never from a file of the site. */
export const AccountOptionsSchema = v.object({
  /** The key that the site itself signs in with, for registration and forgotten passwords; without it these are unavailable. */
  client: v.optional(
    v.object(
      { clientId: clientDetail, clientSecret: clientDetail, scope: v.optional(text) },
      'client_credentials requires clientDetails.',
    ),
  ),
  /** Address of the service that knows the environments of a user; the content system by default. */
  environmentsUrl: v.optional(address),
  mail: v.optional(
    v.object({
      /** Sender of every message; by default no-reply at the host of the site. */
      from: v.optional(text),
      /** Mail server; without one, messages lie in the folder `outbox` of the data folder. */
      smtpUrl: v.optional(
        v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')),
      ),
    }),
    {},
  ),
})

/** What a shell process is told about accounts. */
export type AccountOptions = v.InferOutput<typeof AccountOptionsSchema>
