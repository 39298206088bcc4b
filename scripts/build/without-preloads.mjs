/**
 * Stands in for the part of the federation runtime that preloads remotes: pages name the files that browsers should load early themselves, so that
 * it is never asked (1.0 KB gzip). JavaScript, since it takes a JavaScript file's place and with it the rules of one.
 */
const refuse = () => {
  throw new Error('Remotes are preloaded by the page that names them')
}

export const defaultPreloadArgs = refuse
export const formatPreloadArgs = refuse
export const normalizePreloadExposes = refuse
export const preloadAssets = refuse
