import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Texts that only this site can have made, each for one purpose and until a moment. Nobody else can read them. */
export interface Sealer {
  seal(purpose: string, value: unknown, lifetimeMs: number): string
  /** What was sealed for the purpose; null for anything forged, cut, sealed for something else, or too old. */
  open(purpose: string, sealed: unknown): unknown
}

const [IV_BYTES, TAG_BYTES] = [12, 16]
/** Longer texts are none of ours. */
const MAX_LENGTH = 65_536

/**
 * A sealer over a ring of secrets: the first one seals, all of them open, so that a secret can be replaced while texts of
 * the old one are still on their way. The clocks of two shells may differ by `skewMs`.
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
