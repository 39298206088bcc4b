import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
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

export function createHalts(file: string): Halts {
  const read = async (): Promise<readonly Halt[]> => {
    try {
      return v.parse(v.array(HaltSchema), JSON.parse(await readFile(file, 'utf8')))
    } catch {
      return [] // nothing has been halted here yet
    }
  }
  return {
    read,
    async add(halt) {
      const others = (await read()).filter((one) => !isOf(one, halt))
      const next = `${file}.${process.pid}`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(next, JSON.stringify([halt, ...others].slice(0, KEPT), null, 2))
      await rename(next, file)
    },
  }
}

/** Whether a halt is one of this canary. */
export const isOf = (
  halt: Pick<Halt, 'app' | 'version' | 'since'>,
  { app, version, since }: Pick<Halt, 'app' | 'version' | 'since'>,
): boolean => halt.app === app && halt.version === version && halt.since === since
