/**
 * Replaces the part of the federation runtime that stores snapshots of manifests: it is never called, because pages themselves name
 * their remotes and files, but it is bundled even though its plugin is off (1.6 KB gzip). The members here are all that the rest of
 * the runtime uses when a remote is registered, or registered again. JavaScript, because module rules for a JavaScript
 * file apply to its replacement too.
 */
export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})
