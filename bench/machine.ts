import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The properties of the machine that measurements depend on. */
export interface Machine {
  readonly node: string
  readonly cores: number
  /** Whether processes can be pinned to a core: otherwise every figure has noise from shared cores. */
  readonly canPin: boolean
}

/** The core of the server under test, which shares it with no other process of the bench. */
export const SERVER_CORE = 0
/** The core for the platform and the load generator. */
export const LOAD_CORE = 1

/** Read the machine's properties: `taskset` is part of util-linux, so missing on macOS and Windows. */
export function readMachine(): Machine {
  const cores = availableParallelism()
  const pinned = spawnSync('taskset', ['-c', String(LOAD_CORE), process.execPath, '--version'])
  return { node: process.version, cores, canPin: cores > 1 && pinned.status === 0 }
}
