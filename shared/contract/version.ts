/**
 * Version of the contract between host and remotes (semantic versioning). Additions are a minor version; changes and removals are a
 * major version, with the old and new names both supported for a time.
 */
export const CONTRACT_VERSION = '1.22.0'

/** Releases for an older version are refused, since the host no longer has what they use. Source: docs/decisions/0026. */
export const OLDEST_CONTRACT = '1.1.0'
