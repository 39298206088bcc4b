import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Sign the bytes of a release.json (Ed25519, base64). */
export const signRelease = (bytes: Buffer, privateKey: KeyObject): string =>
  sign(null, bytes, privateKey).toString('base64')

/** Whether a signature was made over exactly these bytes by the owner of the key. */
export function isSignedBy(bytes: Buffer, signature: string, publicKey: KeyObject): boolean {
  try {
    return verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false // not a signature at all
  }
}

/** The key that signs this machine's releases; made on first use, readable by its owner only. */
export function ensurePrivateKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    writeFileSync(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))
  }
  return createPrivateKey(readFileSync(file))
}

/** The key that releases are verified with. @throws Error when the file is missing or not a key. */
export const readPublicKey = (file: string): KeyObject => createPublicKey(readFileSync(file))
