import path from 'node:path'
import { folderStorage } from './folder-storage.server.ts'
import { httpStorage } from './http-storage.server.ts'
import type { ReleaseStorage } from './storage.server.ts'
import { readS3Access } from './s3-access.server.ts'
import { s3Storage } from './s3-storage.server.ts'

const isAddress = (location: string): boolean => /^(https?|s3):\/\//.test(location)

/**
 * The storage of a release store, given its location: a folder, an http(s) URL, or `s3://BUCKET/PREFIX`, whose region, URL and keys are in the environment.
 * @throws Error that says what is missing
 */
export function releaseStorage(location: string, env: NodeJS.ProcessEnv = process.env): ReleaseStorage {
  if (location.startsWith('s3://')) return s3Storage(readS3Access(location, env))
  return isAddress(location) ? httpStorage(location) : folderStorage(path.resolve(location))
}

/** The normalised name of a store's location: the absolute path of a folder, or a URL without a trailing slash. */
export const storageName = (location: string): string =>
  isAddress(location) ? location.replace(/\/+$/, '') : path.resolve(location)
