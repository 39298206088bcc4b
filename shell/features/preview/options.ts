import * as v from 'valibot'

/** A secret shorter than this could be guessed. */
const MIN_SECRET_LENGTH = 32

const host = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9.-]+$/, 'must be a host name without port'),
)
const origin = v.pipe(
  v.string(),
  v.check((value) => URL.parse(value)?.origin === value, 'must be an origin such as https://cms.example.org'),
)

/** Rules for which visitors see drafts, and which sites may frame them. Everything is off by default. */
export const PreviewSchema = v.strictObject({
  /** Hosts that only authors can reach: every visitor there sees drafts. */
  hosts: v.optional(v.array(host), []),
  /** Secrets of preview links, the newest first: the first one signs, all of them verify. */
  secrets: v.optional(v.array(v.pipe(v.string(), v.minLength(MIN_SECRET_LENGTH))), []),
  /** Groups besides the site's staff, by id or name, whose members may preview once they have signed in. */
  groups: v.optional(v.array(v.string()), []),
  /** Origins of content systems that may show a preview in a frame and notify it of changes. */
  frameOrigins: v.optional(v.array(origin), []),
  /** The environment's own version status, which takes precedence over header and host. */
  versionStatus: v.optional(v.picklist(['published', 'latest'])),
})

/** The rules as the site's owner gives them. */
export type PreviewRules = v.InferOutput<typeof PreviewSchema>
