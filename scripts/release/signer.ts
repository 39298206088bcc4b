import { execFileSync } from 'node:child_process'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { ensurePrivateKey, readPublicKey } from '../../shell/releases/verified-copy.server.ts'
import { ROOT } from '../paths/root.ts'
import { RELEASE_KEY } from './releases-folder.ts'

/** Who changes release documents. */
export interface Signer {
  /** The site's key, or one that it trusts with remotes. */
  readonly key: KeyObject
  /** Public half of the site's key, by which its shells judge everything. */
  readonly siteKey: KeyObject
  /** Named in what is changed: a person or a pipeline, and the machine. */
  readonly by: string
  readonly from: string
  /** Number of the newest document of a store that was seen here; 0 before the first. */
  readonly seen: (store: string) => number
  readonly note: (store: string, sequence: number) => void
}

const SEEN_FILE = path.join(ROOT, '.data/release-sequences.json')

/** Whoever runs this checkout. */
export const ownSigner = (): Signer => signerOf(RELEASE_KEY, SEEN_FILE)

/** Whoever uses a key, made on first use, and what is noted of documents in a file. Unless the site's key is given, the key is that. */
export function signerOf(keyFile: string, seenFile: string, siteKeyFile?: string): Signer {
  const key = ensurePrivateKey(keyFile)
  const siteKey = siteKeyFile === undefined ? createPublicKey(key) : readPublicKey(siteKeyFile)
  return { key, siteKey, by: ownName(), from: hostname(), ...seenIn(seenFile) }
}

function ownName(): string {
  const { TESSERA_RELEASED_BY: given } = process.env
  return given ?? gitName() ?? userInfo().username
}

function gitName(): string | null {
  try {
    const name = execFileSync('git', ['config', 'user.name'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return name.toString().trim() || null
  } catch {
    return null // no git, or no name in it
  }
}

/**
 * Numbers of documents that have been seen, kept in a file of this machine. Whoever can write a release store can put an old document
 * and its history back: here it is known that there was a newer one.
 */
export function seenIn(file: string): Pick<Signer, 'seen' | 'note'> {
  const read = (): Readonly<Record<string, number>> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
    } catch {
      return {} // nothing has been changed from here yet
    }
  }
  const seen = (store: string): number => read()[store] ?? 0
  return {
    seen,
    note(store, sequence) {
      if (sequence <= seen(store)) return
      mkdirSync(path.dirname(file), { recursive: true })
      const next = `${file}.${process.pid}`
      writeFileSync(next, JSON.stringify({ ...read(), [store]: sequence }, null, 2))
      renameSync(next, file)
    },
  }
}
