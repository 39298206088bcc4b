import path from 'node:path'
import { folderPlace } from './folder-place.server.ts'
import { httpPlace } from './http-place.server.ts'
import type { ReleasePlace } from './place.server.ts'
import { readS3Access } from './s3-access.server.ts'
import { s3Place } from './s3-place.server.ts'

const isAddress = (place: string): boolean => /^(https?|s3):\/\//.test(place)

/**
 * Where a release store lies: a folder, an http(s) address, or `s3://BUCKET/PREFIX`, for which the environment has region, address and keys.
 * @throws Error that says what is missing
 */
export function releasePlace(place: string, env: NodeJS.ProcessEnv = process.env): ReleasePlace {
  if (place.startsWith('s3://')) return s3Place(readS3Access(place, env))
  return isAddress(place) ? httpPlace(place) : folderPlace(path.resolve(place))
}

/** The same text for the same store: the whole path of a folder, an address without a slash at its end. */
export const nameOfPlace = (place: string): string =>
  isAddress(place) ? place.replace(/\/+$/, '') : path.resolve(place)
