import * as v from 'valibot'

/** The domain of the vendor's own people. Source: specification 3, User: the staff flag. */
const VENDOR_DOMAIN = 'zengenti.com'

/** What a shell process is told about sessions. */
export const SessionOptionsSchema = v.object({
  /** Keys that sessions are sealed with, newest first: 32 bytes each, base64url. Without any, those of the data folder. */
  keys: v.optional(v.array(v.string()), []),
  /** Address of a store that speaks the Redis protocol, for several shell processes; without it each has its own memory. */
  storeUrl: v.optional(
    v.pipe(v.string(), v.regex(/^rediss?:\/\//, 'must be a redis:// or rediss:// address')),
  ),
  /** An email at exactly this domain makes somebody staff. */
  staffDomain: v.optional(v.pipe(v.string(), v.toLowerCase()), VENDOR_DOMAIN),
})

/** What a shell process is told about sessions. */
export type SessionOptions = v.InferOutput<typeof SessionOptionsSchema>
