import path from 'node:path'
import { folderStorage } from './folder-storage.server.ts'
import { httpStorage } from './http-storage.server.ts'
import type { ReleaseStorage } from './storage.server.ts'
import { readS3Access } from './s3-access.server.ts'
import { s3Storage } from './s3-storage.server.ts'

const isAddress = (place: string): boolean => /^(https?|s3):\/\//.test(place)

/**
 * The place of a release store: a folder, an http(s) URL, or `s3://BUCKET/PREFIX`, whose region, URL and keys are in the environment.
 * @throws Error that says what is missing
 */
export function releaseStorage(place: string, env: NodeJS.ProcessEnv = process.env): ReleaseStorage {
  if (place.startsWith('s3://')) return s3Storage(readS3Access(place, env))
  return isAddress(place) ? httpStorage(place) : folderStorage(path.resolve(place))
}

/** The normalised name of a store's place: the absolute path of a folder, or a URL without a trailing slash. */
export const storageName = (place: string): string =>
  isAddress(place) ? place.replace(/\/+$/, '') : path.resolve(place)
