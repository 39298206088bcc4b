import type { ClientOptions, NodeOptionsForCall } from '../contract/index.ts'
import { contentError } from './errors.ts'

/** An error with a message of specification 5, Content client. */
export const invalidCall = (message: string) => contentError('content/invalid-call', { message })

/**
 * A value encoded as one segment of a URL path; null for what cannot be an id or slug, such as `..`. Needed because the npm client
 * inserts values into URLs unencoded, and with `String.replace`, for which `$&` is special.
 */
export const segment = (value: string): string | null =>
  value === '' || value === '.' || value === '..' || value.includes('\0') ? null : encodeURIComponent(value)

/** A decoded path, encoded segment by segment; null when it cannot be the path of a node. */
export function nodePath(path: string): string | null {
  if (path === '/') return path
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(segment)
  return segments.includes(null) ? null : `/${segments.join('/')}`
}

/** The options of a node call under the npm client's names; without limits the entry has only its id. */
export function nodeOptions({ depth, entryLimits, ...options }: NodeOptionsForCall) {
  const limits = entryLimits && {
    entryFields: entryLimits.fields?.length ? [...entryLimits.fields] : ['*'],
    entryLinkDepth: entryLimits.linkDepth ?? 0,
    entryFieldLinkDepths: { ...entryLimits.fieldLinkDepths },
  }
  return { ...callOptions(options), ...(depth === undefined ? {} : { depth }), ...limits }
}

/** Language and version status if the caller gives them; otherwise the request's own apply. */
export const callOptions = ({ language, versionStatus }: ClientOptions) => ({
  ...(language === undefined ? {} : { language }),
  ...(versionStatus === undefined ? {} : { versionStatus }),
})
