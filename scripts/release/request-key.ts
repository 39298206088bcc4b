import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** The secret that the shells and agents of this checkout's site share. */
export const REQUEST_KEY = path.join(ROOT, '.data/keys/release-requests.key')

/** Read a secret, which is created on first use and readable by its owner only. */
export function ensureSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
