/** Which version of the content a call asks for. Source: specification 9. */
export type VersionStatus = 'published' | 'latest'

/** The status where none is given. */
export const DEFAULT_VERSION_STATUS: VersionStatus = 'published'

/** The version status in untrusted input; null for anything that is not one. */
export const readVersionStatus = (value: unknown): VersionStatus | null =>
  value === 'published' || value === 'latest' ? value : null
