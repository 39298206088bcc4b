/**
 * Stands in for the part of the federation runtime that keeps snapshots of manifests: pages name their remotes and the files of
 * each themselves, so that it is never asked, and yet its code is bundled though its plugin is off (1.6 KB gzip). What is here is
 * all that the rest of the runtime touches when a remote is named, or named again. JavaScript, since it takes a JavaScript
 * file's place and with it the rules of one.
 */
export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})
