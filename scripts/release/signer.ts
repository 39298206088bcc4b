import { execFileSync } from 'node:child_process'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { ensurePrivateKey, readPublicKey } from '../../shell/releases/verified-copy.server.ts'
import { ROOT } from '../paths/root.ts'
import { RELEASE_KEY } from './releases-folder.ts'

/** The identity that changes release documents. */
export interface Signer {
  /** The site's key, or a key that the site trusts with remotes. */
  readonly key: KeyObject
  /** Public half of the site's key, by which its shells verify everything. */
  readonly siteKey: KeyObject
  /** Named in the record of a change: a person or a pipeline, and the machine. */
  readonly by: string
  readonly from: string
  /** Number of a store's newest document that this machine has seen; 0 before the first. */
  readonly seen: (store: string) => number
  readonly note: (store: string, sequence: number) => void
  /** Works in a repository of a team, where commands have other names than in the checkout of the site. */
  readonly isTeam?: boolean
}

const SEEN_FILE = path.join(ROOT, '.data/release-sequences.json')

/** The signer with this checkout's key. */
export const ownSigner = (): Signer => signerOf(RELEASE_KEY, SEEN_FILE)

/** A signer with a key, created on first use, and a file of seen documents. Without a site key the key is the site's. */
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
    return null // no git, or no user name in its configuration
  }
}

/**
 * Numbers of documents that were seen, in a file of this machine. Someone who can write to a release store can restore an old
 * document and its history: this file proves that there was a newer one.
 */
export function seenIn(file: string): Pick<Signer, 'seen' | 'note'> {
  const read = (): Readonly<Record<string, number>> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
    } catch {
      return {} // nothing was changed from here yet
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
