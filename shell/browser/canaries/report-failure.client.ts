import { CANARY_FAILURES_PATH } from '@tessera/shared/config'
import type { BusEvents, PageState } from '@tessera/shared/contract'

/** A remote that has failed, or an error that nothing has caught. */
export type Failure = BusEvents['remote.failed'] | ErrorEvent | PromiseRejectionEvent

/** Ending of an error code for a hydration mismatch that React recovered from: the visitor still sees the content. */
const RECOVERED = '-mismatch'
/** The addresses in a stack. */
const ADDRESSES = /[a-z-]+:\/\/[^\s)]+/g

/** Report a failure of a release that the page names, unless its remote is among those `reported` in this document. */
export function reportFailure(
  failure: Failure,
  canaries: NonNullable<PageState['canaries']>,
  reported: Set<string>,
): void {
  const [remote = '', version = canaries[remote]] = failedRelease(failure)
  if (!version || version !== canaries[remote] || reported.has(remote)) return
  reported.add(remote)
  navigator.sendBeacon(CANARY_FAILURES_PATH, `${remote}@${version}`)
}

/** The remote, and the version where a file of it says so; empty where no remote is to blame. */
function failedRelease(failure: Failure): readonly string[] {
  if ('reason' in failure) return releaseOf(failure.reason)
  if ('filename' in failure) return releaseOf(failure.error, failure.filename)
  return failure.error.code.endsWith(RECOVERED) ? [] : [failure.remote]
}

/**
 * The remote and the version whose code threw, by the innermost address in the stack that is not the shell's, or else by the script.
 * Empty for code of the shell, of a browser's extension, or of another origin.
 */
function releaseOf(thrown: unknown, script = ''): readonly string[] {
  const { stack, message } = (thrown ?? {}) as { readonly stack?: unknown; readonly message?: unknown }
  const { origin } = location
  // Chrome's stacks begin with the message, which may contain addresses too.
  const text = typeof stack === 'string' ? stack.replace(String(message), '') : script
  const innermost = text.match(ADDRESSES)?.find((address) => !address.startsWith(`${origin}/_shell/`))
  return innermost?.startsWith(`${origin}/_mfe/`) ? innermost.split('/').slice(4) : []
}
