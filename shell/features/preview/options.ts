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

/** Who may see drafts, and who may show them in a frame. Everything is off unless it is given. */
export const PreviewSchema = v.object({
  /** Hosts that only authors reach: whoever gets there sees drafts. */
  hosts: v.optional(v.array(host), []),
  /** Secrets of preview links, the newest first: it signs, all of them open. */
  secrets: v.optional(v.array(v.pipe(v.string(), v.minLength(MIN_SECRET_LENGTH))), []),
  /** Groups besides the site's staff, by id or name, whose members may preview once they have signed in. */
  groups: v.optional(v.array(v.string()), []),
  /** Origins of content systems that may hold a preview in a frame and tell it of changes. */
  frameOrigins: v.optional(v.array(origin), []),
  /** The environment's own version status, before header and host are asked. */
  versionStatus: v.optional(v.picklist(['published', 'latest'])),
})

/** The rules as the site's owner gives them. */
export type PreviewRules = v.InferOutput<typeof PreviewSchema>
