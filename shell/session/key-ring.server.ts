import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sessionError } from '../errors.ts'

/** Bytes of a key. */
const KEY_BYTES = 32

/** The keys of a site, newest first. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

const FILE = 'session-keys.json'
/** One that seals, and one to come: a ring is always ready to be turned. */
const NEW_KEYS = 2

/**
 * The keys that sessions are sealed with: those given, else those of the data folder, made there when there are none. All
 * shell processes of a site need the same ring: they share the folder, or are given the keys (base64url, 32 bytes each).
 * @throws AppError session/keys-invalid
 */
export function readKeyRing(given: readonly string[], dataDir: string): KeyRing {
  const texts = given.length > 0 ? given : keysOfFolder(dataDir)
  const keys = texts.map((text) => Buffer.from(text, 'base64url'))
  const [first, ...others] = keys
  if (!first || keys.some((key) => key.length !== KEY_BYTES)) throw sessionError('session/keys-invalid')
  return [first, ...others]
}

function keysOfFolder(dataDir: string): readonly string[] {
  const file = path.join(dataDir, FILE)
  return readFile(file) ?? makeFile(file) ?? readFile(file) ?? []
}

/** Null when there is no such file; an unreadable one is nobody's to replace. */
function readFile(file: string): readonly string[] | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw sessionError('session/keys-invalid', { cause })
  }
  const keys = parse(text)
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
    throw sessionError('session/keys-invalid')
  return keys
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw sessionError('session/keys-invalid', { cause })
  }
}

/** Null when another process was faster. The file appears whole, and readable by its owner alone. */
function makeFile(file: string): readonly string[] | null {
  const keys = Array.from({ length: NEW_KEYS }, () => randomBytes(KEY_BYTES).toString('base64url'))
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
    return keys
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}
