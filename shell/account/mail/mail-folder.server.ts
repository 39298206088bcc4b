import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mail } from './mail.ts'

/** A message that this process has taken, and nobody else will send. */
export interface ClaimedMail {
  readonly mail: Mail
  /** How often it has been tried, this time included. */
  readonly tries: number
  /** The server has it. */
  readonly sent: () => Promise<void>
  /** Put it back, to be tried again. */
  readonly putBack: () => Promise<void>
  /** Nobody will ever take it: kept aside, for people to look at. */
  readonly setAside: () => Promise<void>
}

/** Messages on their way, as files that outlive the process; several shells may share them. */
export interface MailFolder {
  readonly keep: (mail: Mail) => Promise<void>
  /** Names of what lies there. */
  readonly list: () => Promise<readonly string[]>
  /** Take a message; null when another process has it. */
  readonly claim: (name: string) => Promise<ClaimedMail | null>
}

const [WAITING, FAILED] = ['mail-waiting', 'mail-failed']
/** A claimed message belongs to its sender this long; one that died gives it back by that. */
const CLAIM_MS = 5 * 60_000

/** The folders of a site's data folder. They hold links that open accounts: only their owner may read them. */
export function openMailFolder(dataDir: string): MailFolder {
  const [waiting, failed] = [path.join(dataDir, WAITING), path.join(dataDir, FAILED)]
  return {
    async keep(mail) {
      const file = path.join(waiting, `${Date.now()}-${randomBytes(6).toString('hex')}-1.json`)
      await mkdir(waiting, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
    },
    async list() {
      const names = await readdir(waiting).catch(() => [])
      return names.filter((name) => /\.json(\.sending)?$/.test(name)).sort()
    },
    async claim(name) {
      const taken = await take(waiting, name)
      if (taken === null) return null
      const tries = Number(/-(\d+)\.json/.exec(name)?.[1] ?? 1)
      const nextName = name.replace(/-\d+\.json.*$/, `-${tries + 1}.json`)
      return {
        mail: JSON.parse(await readFile(taken, 'utf8')) as Mail,
        tries,
        sent: () => rm(taken),
        putBack: () => rename(taken, path.join(waiting, nextName)),
        async setAside() {
          await mkdir(failed, { recursive: true, mode: 0o700 })
          await rename(taken, path.join(failed, nextName))
        },
      }
    },
  }
}

/** Rename a message to one that is being sent: only one of several processes succeeds. */
async function take(folder: string, name: string): Promise<string | null> {
  const from = path.join(folder, name)
  if (name.endsWith('.sending') && !(await isForsaken(from))) return null
  const taken = path.join(folder, `${name.replace(/\.sending$/, '')}.sending`)
  try {
    await rename(from, taken)
    await utimes(taken, new Date(), new Date())
    return taken
  } catch {
    return null // another process was faster
  }
}

const isForsaken = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > CLAIM_MS,
    () => false,
  )
