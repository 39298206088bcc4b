import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** The release store of a checkout: immutable folders `<app>/<version>/` beside one mutable `releases.json`. */
export const RELEASES = path.join(ROOT, 'releases')

/** Folder of one release. */
export const releaseFolder = (releases: string, app: string, version: string): string =>
  path.join(releases, app, version)

/** The key that signs releases made in this checkout; its public half is beside it as `.pub`. */
export const RELEASE_KEY = path.join(ROOT, '.data/keys/release.pem')

/** A release store that this machine may write to, and the key that signs its releases. */
export interface Target {
  /** The store's folder. */
  readonly releases: string
  /** A PEM file; created on first use. */
  readonly keyFile: string
  /** Public half of the site's key, a PEM file; absent when the key that signs is the site's own. */
  readonly siteKeyFile?: string | undefined
}

/** The store and the key of this checkout. */
export const OWN_STORE: Target = { releases: RELEASES, keyFile: RELEASE_KEY }
