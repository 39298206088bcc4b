import { fileURLToPath } from 'node:url'
import { until } from '@tessera/shared/testing'
import { createMemoryStore, type SharedStore } from '../../store/shared-store.server.ts'
import { bindSockets } from '../sockets.server.ts'
import { superviseShells, type Supervisor } from '../supervisor.server.ts'

/** A supervisor in this process, with child processes. */
export interface TestSupervisor extends Supervisor {
  readonly url: string
  readonly store: SharedStore
  /** URLs of the processes, for scripts whose processes listen on their own ports. */
  readonly urls: () => Promise<readonly string[]>
  /** What it has logged. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Resolves when all processes serve. */
  readonly whole: () => Promise<void>
}

const FIXTURE = fileURLToPath(new URL('./fixture-worker.ts', import.meta.url))

/** Starts a supervisor on a free port. Its processes inherit the environment. */
export async function aSupervisor(processes = 2, script = FIXTURE): Promise<TestSupervisor> {
  const { sockets, port } = await bindSockets('127.0.0.1', 0)
  const store = createMemoryStore()
  const lines: Record<string, unknown>[] = []
  const say = (facts: unknown, msg?: string) => void lines.push({ ...(facts as object), msg })
  const supervisor = superviseShells({
    script,
    processes,
    sockets,
    store,
    log: { info: say, error: say },
  })
  return {
    ...supervisor,
    url: `http://127.0.0.1:${port}`,
    store,
    lines,
    urls: () => Promise.all(supervisor.serving().map(({ ready }) => ready)),
    whole: () => until(() => supervisor.serving().length === processes),
  }
}
