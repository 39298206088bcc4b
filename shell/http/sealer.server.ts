import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sessionError } from '../errors.ts'

/** Encrypts and authenticates values: only this site can create and read the texts. Each is for one purpose and expires. */
export interface Sealer {
  seal(purpose: string, value: unknown, lifetimeMs: number): string
  /** The sealed value; null for a text that is forged, truncated, sealed for another purpose, or expired. */
  open(purpose: string, sealed: unknown): unknown
}

const [IV_BYTES, TAG_BYTES] = [12, 16]
/** Longer texts are not decrypted. */
const MAX_LENGTH = 1_048_576

/**
 * A sealer with a list of secrets: the first one seals, all of them open, so that a secret can be rotated while texts sealed
 * with the old one are still in use. The clocks of two shells may differ by `skewMs`.
 */
export function createSealer(
  secrets: readonly [Uint8Array, ...Uint8Array[]],
  now: () => number,
  skewMs = 5_000,
): Sealer {
  const keyFor = (secret: Uint8Array, purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `tessera ${purpose}`, 32))
  return {
    seal(purpose, value, lifetimeMs) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(secrets[0], purpose), iv)
      const text = JSON.stringify({ value, expires: now() + lifetimeMs })
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      if (typeof sealed !== 'string' || sealed.length > MAX_LENGTH || !/^[\w-]+$/.test(sealed)) return null
      const bytes = Buffer.from(sealed, 'base64url')
      for (const secret of secrets) {
        const text = decrypt(bytes, keyFor(secret, purpose))
        if (text === null) continue
        const { value, expires } = JSON.parse(text) as { readonly value: unknown; readonly expires: number }
        return expires + skewMs > now() ? value : null
      }
      return null
    },
  }
}

function decrypt(bytes: Buffer, key: Buffer): string | null {
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null // not sealed by this secret
  }
}

/** Bytes of a key. */
const KEY_BYTES = 32

/** The keys of a site, newest first. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

const FILE = 'session-keys.json'
/** The key in use, and the next one, so that keys can be rotated at any time. */
const NEW_KEYS = 2

/**
 * The keys that sessions are sealed with: those given, else those of the data folder, created there if it has none. All
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

/** The keys in a file; null when it does not exist. @throws when it cannot be read: it is not replaced. */
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

/** Creates the key file; null when another process was faster. It gets its name when it is complete, and only its owner may read it. */
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
