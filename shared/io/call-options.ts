import type { ClientOptions, NodeOptionsForCall } from '../contract/index.ts'
import { contentError } from './errors.ts'

/** A message of specification 5, Content client, as an error. */
export const invalidCall = (message: string) => contentError('content/invalid-call', { message })

/**
 * One segment of an address. The npm client puts values into addresses as they are, and with `String.replace`, where `$&` has a
 * meaning; null for what no id or slug can be, above all a step up the tree.
 */
export const segment = (value: string): string | null =>
  value === '' || value === '.' || value === '..' || value.includes('\0') ? null : encodeURIComponent(value)

/** A decoded path, encoded segment by segment; null when it cannot be the path of a node. */
export function nodePath(path: string): string | null {
  if (path === '/') return path
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(segment)
  return segments.includes(null) ? null : `/${segments.join('/')}`
}

/** The options of a node call as the npm client names them; no limits means the entry's id alone. */
export function nodeOptions({ depth, entryLimits, ...options }: NodeOptionsForCall) {
  const limits = entryLimits && {
    entryFields: entryLimits.fields?.length ? [...entryLimits.fields] : ['*'],
    entryLinkDepth: entryLimits.linkDepth ?? 0,
    entryFieldLinkDepths: { ...entryLimits.fieldLinkDepths },
  }
  return { ...callOptions(options), ...(depth === undefined ? {} : { depth }), ...limits }
}

/** Language and version status where the caller names them; the request's own stand otherwise. */
export const callOptions = ({ language, versionStatus }: ClientOptions) => ({
  ...(language === undefined ? {} : { language }),
  ...(versionStatus === undefined ? {} : { versionStatus }),
})
