import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { writeAtomically } from '../release-storage/write-atomically.server.ts'

const HaltSchema = v.object({
  app: v.string(),
  version: v.string(),
  /** When the release document named the canary: naming it again lifts the halt. */
  since: v.string(),
  at: v.string(),
  why: v.string(),
})
/** The record of a canary that shells have halted automatically. */
export type Halt = Readonly<v.InferOutput<typeof HaltSchema>>

/** The halts of a machine, which its shell processes share, and which survive restarts. */
export interface Halts {
  /** All readable halts, newest first. */
  read(): Promise<readonly Halt[]>
  add(halt: Halt): Promise<void>
}

/** Number of halts that are kept, the newest ones: halts of canaries that no document names have no effect. */
const MAX_HALTS = 50

/** @param folder has one file for each halt, so that processes can halt two canaries at the same time without losing one. */
export function createHalts(folder: string): Halts {
  const readOne = async (name: string): Promise<readonly Halt[]> => {
    try {
      return [v.parse(HaltSchema, JSON.parse(await readFile(path.join(folder, name), 'utf8')))]
    } catch {
      return [] // unreadable, or deleted meanwhile
    }
  }
  const read = async (): Promise<readonly Halt[]> => {
    const names = await readdir(folder).catch(() => []) // nothing has been halted here yet
    const halts = await Promise.all(names.filter((name) => name.endsWith(ENDING)).map(readOne))
    return halts.flat().toSorted((one, other) => other.at.localeCompare(one.at))
  }
  return {
    read,
    async add(halt) {
      await writeAtomically(path.join(folder, nameOf(halt)), JSON.stringify(halt, null, 2))
      const old = (await read()).slice(MAX_HALTS)
      await Promise.all(old.map((one) => rm(path.join(folder, nameOf(one)), { force: true })))
    },
  }
}

const ENDING = '.json'

/** File name of a canary's halt. */
const nameOf = ({ app, version, since }: Halt): string =>
  `${createHash('sha256').update([app, version, since].join(' ')).digest('hex')}${ENDING}`

/** Whether a halt belongs to this canary. */
export const isOf = (
  halt: Pick<Halt, 'app' | 'version' | 'since'>,
  { app, version, since }: Pick<Halt, 'app' | 'version' | 'since'>,
): boolean => halt.app === app && halt.version === version && halt.since === since
