import path from 'node:path'
import { folderPlace } from './folder-place.server.ts'
import { httpPlace } from './http-place.server.ts'
import type { ReleasePlace } from './place.server.ts'
import { readS3Access } from './s3-access.server.ts'
import { s3Place } from './s3-place.server.ts'

const isAddress = (place: string): boolean => /^(https?|s3):\/\//.test(place)

/**
 * The place of a release store: a folder, an http(s) URL, or `s3://BUCKET/PREFIX`, whose region, URL and keys are in the environment.
 * @throws Error that says what is missing
 */
export function releasePlace(place: string, env: NodeJS.ProcessEnv = process.env): ReleasePlace {
  if (place.startsWith('s3://')) return s3Place(readS3Access(place, env))
  return isAddress(place) ? httpPlace(place) : folderPlace(path.resolve(place))
}

/** The normalised name of a store's place: the absolute path of a folder, or a URL without a trailing slash. */
export const nameOfPlace = (place: string): string =>
  isAddress(place) ? place.replace(/\/+$/, '') : path.resolve(place)
