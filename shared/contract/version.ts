/**
 * Version of the agreement between host and remotes (semantic versioning).
 * Adding is a minor, changing or removing is a major with both names alive for a while.
 */
export const CONTRACT_VERSION = '1.5.0'
