import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Seed } from '../domain/content.ts'
import { isObject } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { checkSeed } from './check-seed.ts'

/** A seed that was read and found valid. `hash` changes with any of its files; `assets` is the folder of asset files, if it has one. */
export type ReadSeed = {
  readonly source: string
  readonly seed: Seed
  readonly hash: string
  readonly assets: string | null
}

const LISTS = [
  'projects',
  'contentTypes',
  'components',
  'taxonomy',
  'entries',
  'nodes',
  'groups',
  'users',
  'forms',
] as const

/**
 * Read a seed: one JSON file, or a folder whose `*.json` files are parts of one document (lists are joined, objects merged).
 * Throws `platform/seed` with the file and the reason.
 */
export function readSeed(path: string): ReadSeed {
  const isFolder = stat(path).isDirectory()
  const files = isFolder ? jsonFilesOf(path, path) : [path]
  if (files.length === 0)
    throw new PlatformError('platform/seed', `seed ${path}: the folder holds no .json file`)
  const hash = createHash('sha256')
  const merged: Record<string, unknown> = { environment: {} }
  for (const name of LISTS) merged[name] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    hash.update(relative(path, file)).update('\0').update(text).update('\0')
    mergePart(merged, parsePart(file, text), file)
  }
  const assets = join(path, 'assets')
  const hasAssets =
    isFolder &&
    readdirSync(path, { withFileTypes: true }).some((item) => item.isDirectory() && item.name === 'assets')
  return {
    source: path,
    seed: checkSeed(merged, path),
    hash: hash.digest('hex'),
    assets: hasAssets ? assets : null,
  }
}

function stat(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path) as ReturnType<typeof statSync> & object
  } catch (cause) {
    throw new PlatformError(
      'platform/seed',
      `seed ${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    )
  }
}

function jsonFilesOf(folder: string, root: string): readonly string[] {
  const files: string[] = []
  for (const item of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, item.name)
    if (item.isDirectory() && !(folder === root && item.name === 'assets'))
      files.push(...jsonFilesOf(path, root))
    else if (item.isFile() && item.name.endsWith('.json')) files.push(path)
  }
  return files
}

function parsePart(file: string, text: string): Record<string, unknown> {
  let part: unknown
  try {
    part = JSON.parse(text)
  } catch (cause) {
    throw new PlatformError('platform/seed', `seed ${file}: not valid JSON (${(cause as Error).message})`)
  }
  if (!isObject(part)) throw new PlatformError('platform/seed', `seed ${file}: must be a JSON object`)
  return part
}

function mergePart(into: Record<string, unknown>, part: Record<string, unknown>, file: string): void {
  for (const [key, value] of Object.entries(part)) {
    if ((LISTS as readonly string[]).includes(key)) {
      // A taxonomy may be given as its root alone.
      const list: unknown = key === 'taxonomy' && isObject(value) ? [value] : value
      if (!Array.isArray(list))
        throw new PlatformError('platform/seed', `seed ${file}: "${key}" must be a list`)
      for (const item of list as unknown[]) (into[key] as unknown[]).push(item)
    } else if (isObject(value)) into[key] = { ...(into[key] as object | undefined), ...value }
    else into[key] = value
  }
}
