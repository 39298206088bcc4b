import { DEFAULT_VERSION_STATUS, readVersionStatus, type VersionStatus } from '@tessera/shared/content'

/**
 * Why a request may see drafts: a developer on this machine, a host that only authors reach, a preview session that was
 * opened by a signed link or by an editor, or an editor who is signed in and has not opened one.
 */
export type PreviewRight = 'development' | 'host' | 'session' | 'user'

/** What a request says about the version of content it wants, and whether it may have it. */
export interface StatusSources {
  /** `versionStatus` of the address. */
  readonly parameter: string | undefined
  /** The environment's own setting, which stands for the specification's global variable. */
  readonly configured: VersionStatus | undefined
  /** `x-entry-versionstatus`. */
  readonly header: string | undefined
  /** Host name without port. */
  readonly hostName: string
  readonly previewHosts: readonly string[]
  /** Null for everybody else: then nothing above is looked at. */
  readonly right: PreviewRight | null
}

/**
 * Which version of content a request gets. Drafts are a permission, not a parameter: without a right the answer is
 * published, whatever is asked. With one, the first source that says something sensible decides.
 * Source: specification 4, Version status; reference security D9.
 */
export function decideVersionStatus(sources: StatusSources): VersionStatus {
  if (!sources.right) return DEFAULT_VERSION_STATUS
  return (
    readVersionStatus(sources.parameter) ??
    sources.configured ??
    readVersionStatus(sources.header) ??
    statusOfHost(sources, sources.right)
  )
}

/** A preview session makes any host a preview host; an editor who has not opened one sees the site as visitors do. */
function statusOfHost({ hostName, previewHosts }: StatusSources, right: PreviewRight): VersionStatus {
  if (right === 'session') return 'latest'
  if (right === 'user') return DEFAULT_VERSION_STATUS
  return isLocalhost(hostName) || previewHosts.includes(hostName) ? 'latest' : DEFAULT_VERSION_STATUS
}

/** Whether a host name is this machine's own. */
export const isLocalhost = (hostName: string): boolean =>
  hostName === 'localhost' ||
  hostName.endsWith('.localhost') ||
  hostName === '127.0.0.1' ||
  hostName === '[::1]'
