import * as v from 'valibot'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))
const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^/?#@]+$/, 'must be an http or https address without a path'),
)

/** What a shell process is told about accounts. Secrets: they come from the environment, never from a file of the site. */
export const AccountOptionsSchema = v.object({
  /** The key that the site itself signs in with, for registration and forgotten passwords; without it these are unavailable. */
  client: v.optional(v.object({ clientId: text, clientSecret: text })),
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
