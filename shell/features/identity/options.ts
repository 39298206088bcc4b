import * as v from 'valibot'

/** Email domain of the vendor's staff. Source: specification 3, User: the staff flag. */
const VENDOR_DOMAIN = 'zengenti.com'

/** An address of one of these schemes, with a host. */
const addressOf = (schemes: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => schemes.test(text) && URL.canParse(text), message),
  )

/** Schema of a shell process's session options. */
export const SessionOptionsSchema = v.strictObject({
  /** Keys that sessions are sealed with, newest first: 32 bytes each, base64url. Without any, those of the data folder. */
  keys: v.optional(v.array(v.string()), []),
  /** URL of a Redis-compatible store, for shells on several machines; by default the memory of the supervisor or of the only process. */
  storeUrl: v.optional(addressOf(/^rediss?:\/\/[^/?#]/, 'must be a redis:// or rediss:// address')),
  /** Users with an email address at exactly this domain are staff. */
  staffDomain: v.optional(v.pipe(v.string(), v.toLowerCase()), VENDOR_DOMAIN),
})

/** Options of a shell process for sessions. */
export type SessionOptions = v.InferOutput<typeof SessionOptionsSchema>

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))
/** Source: specification 8, Client configuration. */
const clientDetail = v.pipe(v.string(), v.trim(), v.nonEmpty('client_credentials requires clientDetails.'))
const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^/?#@]+$/, 'must be an http or https address without a path'),
)

/** Schema of a shell process's account options. They contain secrets, so they come from the environment, never from a file of the site. */
export const AccountOptionsSchema = v.strictObject({
  /** Client credentials of the site itself, for registration and forgotten passwords; without them these are unavailable. */
  client: v.optional(
    v.strictObject(
      { clientId: clientDetail, clientSecret: clientDetail, scope: v.optional(text) },
      'client_credentials requires clientDetails.',
    ),
  ),
  /** Base URL of the service that lists the environments of a user; the content system by default. */
  environmentsUrl: v.optional(address),
  mail: v.optional(
    v.strictObject({
      /** Sender of every message; by default no-reply at the host of the site. */
      from: v.optional(text),
      /** URL of the mail server; without one, messages are written to the folder `outbox` of the data folder. */
      smtpUrl: v.optional(addressOf(/^smtps?:\/\/[^/?#]/, 'must be an smtp:// or smtps:// address')),
    }),
    {},
  ),
})

/** Options of a shell process for accounts. */
export type AccountOptions = v.InferOutput<typeof AccountOptionsSchema>
