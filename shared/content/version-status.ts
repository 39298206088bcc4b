/** Which version of content is asked for. Source: specification 9. */
export type VersionStatus = 'published' | 'latest'

/** The status when nothing says otherwise. */
export const DEFAULT_VERSION_STATUS: VersionStatus = 'published'

/** Read a version status from outside; null for anything that is not one. */
export const readVersionStatus = (value: unknown): VersionStatus | null =>
  value === 'published' || value === 'latest' ? value : null
