import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isObject, type SeedEntry, type SeedParts } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { isReadable } from '../files/file-text.ts'
import { checkEntry, checkParts, fail } from './check-seed.ts'
import { readPieces, type Piece } from './stream-json.ts'

/**
 * A seed that was read and found valid, except its entries: those are read and checked one by one on request, so that a
 * seed of any size fits into memory. `hash` changes with any of its files; `assets` is the folder of asset files.
 */
export type ReadSeed = {
  readonly source: string
  readonly parts: SeedParts
  readonly entries: () => Iterable<SeedEntry>
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
  if (files.length === 0) fail(path, 'the folder holds no .json file')
  const hash = createHash('sha256')
  const merged: Record<string, unknown> = { environment: {} }
  for (const name of LISTS) merged[name] = []
  for (const file of files) {
    hash.update(relative(path, file)).update('\0')
    for (const piece of pieces(file, (bytes) => void hash.update(bytes)))
      if (piece.key !== 'entries') mergePiece(merged, piece, file)
      else if (!piece.isItem) fail(file, '"entries" must be a list')
    hash.update('\0')
  }
  const parts = checkParts(merged, path)
  const assets = join(path, 'assets')
  const hasAssets =
    isFolder &&
    readdirSync(path, { withFileTypes: true }).some((item) => item.isDirectory() && item.name === 'assets')
  // The hash covers asset files with text, because their text is part of the content.
  if (hasAssets)
    for (const file of readableFiles(assets)) hash.update(`${relative(path, file.path)}\0${file.size}\0`)
  return {
    source: path,
    parts,
    entries: () => entriesOf(files),
    hash: hash.digest('hex'),
    assets: hasAssets ? assets : null,
  }
}

function* entriesOf(files: readonly string[]): Generator<SeedEntry> {
  for (const file of files)
    for (const piece of pieces(file)) if (piece.key === 'entries') yield checkEntry(parse(piece, file), file)
}

function* pieces(file: string, onBytes?: (bytes: Buffer) => void): Generator<Piece> {
  try {
    yield* readPieces(file, onBytes)
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause
    const { message } = cause as Error
    fail(file, message.startsWith('must be') ? message : `not valid JSON (${message})`)
  }
}

function parse(piece: Piece, file: string): unknown {
  try {
    return JSON.parse(piece.text)
  } catch (cause) {
    return fail(file, `not valid JSON (${(cause as Error).message})`)
  }
}

function mergePiece(into: Record<string, unknown>, piece: Piece, file: string): void {
  const { key, isItem } = piece
  const value = parse(piece, file)
  if ((LISTS as readonly string[]).includes(key)) {
    // A taxonomy may be given as a single root instead of a list.
    if (!isItem && !(key === 'taxonomy' && isObject(value))) fail(file, `"${key}" must be a list`)
    ;(into[key] as unknown[]).push(value)
  } else if (isObject(value)) into[key] = { ...(into[key] as object | undefined), ...value }
  else into[key] = value
}

function stat(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path) as ReturnType<typeof statSync> & object
  } catch (cause) {
    return fail(path, `cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'})`)
  }
}

function readableFiles(folder: string): readonly { readonly path: string; readonly size: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && isReadable(item.name))
    .map((item) => join(item.parentPath, item.name))
    .sort()
    .map((path) => ({ path, size: stat(path).size as number }))
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
