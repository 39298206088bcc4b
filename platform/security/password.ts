import { Buffer } from 'node:buffer'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const LENGTH = 32

/** Hash a password with scrypt. The result carries its salt: `scrypt$salt$hash`, base64url. Runs off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt)
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether a password belongs to a stored hash. False for an account without a password, after the same amount of work. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, salt, hash] = (stored ?? '').split('$')
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'))
  const wanted = Buffer.from(hash ?? '', 'base64url')
  return scheme === 'scrypt' && wanted.length === actual.length && timingSafeEqual(wanted, actual)
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, LENGTH, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
