import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

const HaltSchema = v.object({
  app: v.string(),
  version: v.string(),
  /** When the release document named the canary: naming it again lifts the halt. */
  since: v.string(),
  at: v.string(),
  why: v.string(),
})
/** A canary that shells have halted by themselves. */
export type Halt = Readonly<v.InferOutput<typeof HaltSchema>>

/** The halts of a machine, which its shell processes share and which a restart does not lift. */
export interface Halts {
  /** Empty where there are none, or none that can be read. */
  read(): Promise<readonly Halt[]>
  add(halt: Halt): Promise<void>
}

/** The newest ones are kept: a halt of a canary that no document names any more says nothing. */
const KEPT = 50

/** @param folder has one file for each halt, so that processes which halt two canaries in one moment lose neither. */
export function createHalts(folder: string): Halts {
  const readOne = async (name: string): Promise<readonly Halt[]> => {
    try {
      return [v.parse(HaltSchema, JSON.parse(await readFile(path.join(folder, name), 'utf8')))]
    } catch {
      return [] // unreadable, or removed meanwhile
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
      const file = path.join(folder, nameOf(halt))
      const next = `${file}.${process.pid}`
      await mkdir(folder, { recursive: true })
      await writeFile(next, JSON.stringify(halt, null, 2))
      await rename(next, file)
      const old = (await read()).slice(KEPT)
      await Promise.all(old.map((one) => rm(path.join(folder, nameOf(one)), { force: true })))
    },
  }
}

const ENDING = '.json'

/** Name of the file of a canary's halt. */
const nameOf = ({ app, version, since }: Halt): string =>
  `${createHash('sha256').update([app, version, since].join(' ')).digest('hex')}${ENDING}`

/** Whether a halt is one of this canary. */
export const isOf = (
  halt: Pick<Halt, 'app' | 'version' | 'since'>,
  { app, version, since }: Pick<Halt, 'app' | 'version' | 'since'>,
): boolean => halt.app === app && halt.version === version && halt.since === since
