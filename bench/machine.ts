import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What a run can count on. */
export interface Machine {
  readonly node: string
  readonly cores: number
  /** Whether processes can be held on one core each: else every figure carries the noise of sharing. */
  readonly canPin: boolean
}

/** The server under test has this core to itself, as far as the machine lets it. */
export const SERVER_CORE = 0
/** The platform and the load share this one. */
export const LOAD_CORE = 1

/** Look at the machine: `taskset` is util-linux's, so absent from macOS and Windows. */
export function readMachine(): Machine {
  const cores = availableParallelism()
  const pinned = spawnSync('taskset', ['-c', String(LOAD_CORE), process.execPath, '--version'])
  return { node: process.version, cores, canPin: cores > 1 && pinned.status === 0 }
}
