import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Beside everything else that a site keeps. */
const FILE = 'preview.secret'
const SECRET_BYTES = 32

/** The secret that preview links of this data folder are signed with; made on first use, readable by its owner only. */
export function ensurePreviewSecret(dataDir: string): string {
  const file = path.join(dataDir, FILE)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
