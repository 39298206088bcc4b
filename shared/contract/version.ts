/**
 * Version of the agreement between host and remotes (semantic versioning).
 * Adding is a minor, changing or removing is a major with both names alive for a while.
 */
export const CONTRACT_VERSION = '1.13.0'

/** Releases made for an older one are refused: what they take from the host is no longer there. Source: docs/decisions/0026. */
export const OLDEST_CONTRACT = '1.1.0'
