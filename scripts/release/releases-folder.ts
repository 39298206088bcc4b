import path from 'node:path'

/** The release store of a checkout: immutable folders `<app>/<version>/` beside one mutable `releases.json`. */
export const RELEASES = path.resolve(import.meta.dirname, '../../releases')

/** Folder of one release. */
export const releaseFolder = (releases: string, app: string, version: string): string =>
  path.join(releases, app, version)

/** The key that signs releases made in this checkout; its public half lies beside it as `.pub`. */
export const RELEASE_KEY = path.resolve(import.meta.dirname, '../../.data/keys/release.pem')
