/**
 * Replaces the part of the federation runtime that preloads remotes: it is never called, because pages themselves name the files that
 * browsers should load early (1.0 KB gzip). JavaScript, because module rules for a JavaScript file apply to its replacement too.
 */
const refuse = () => {
  throw new Error('Remotes are preloaded by the page that names them')
}

export const defaultPreloadArgs = refuse
export const formatPreloadArgs = refuse
export const normalizePreloadExposes = refuse
export const preloadAssets = refuse
