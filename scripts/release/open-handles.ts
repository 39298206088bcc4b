import { setTimeout as sleep } from 'node:timers/promises'

/** Something that code has started and not ended. */
export interface OpenHandle {
  readonly reason: string
  /** Its stack trace shows where it was started; absent when unknown. */
  readonly cause?: Error
}

/** How long a rendering may take to end what it has started, in milliseconds. */
const SETTLE_MS = 400
const POLL_MS = 20

/**
 * Record the timers that code in a folder starts from now on, each with the place where it was started, and everything else that
 * keeps a process alive. Call it once in a process, before that code is loaded.
 */
export function watchTimers(folder: string): { readonly left: () => Promise<OpenHandle | null> } {
  const before = countKinds()
  const running = new Map<unknown, Error>()
  const note = (name: 'setTimeout' | 'setInterval') => {
    const real = globalThis[name] as (run: (...args: unknown[]) => void, ...rest: unknown[]) => unknown
    const noted = (run: (...args: unknown[]) => void, ...rest: unknown[]): unknown => {
      const start = new Error(`${name} was called here`)
      const timer: unknown = real(
        (...args) => {
          if (name === 'setTimeout') running.delete(timer)
          run(...args)
        },
        ...rest,
      )
      if (start.stack?.includes(folder)) running.set(timer, start)
      return timer
    }
    Object.assign(globalThis, { [name]: noted })
  }
  const forget = (name: 'clearTimeout' | 'clearInterval') => {
    const real = globalThis[name] as (timer: never) => void
    Object.assign(globalThis, {
      [name]: (timer: never) => {
        for (const one of running.keys())
          if (one === timer || Number(one) === Number(timer)) running.delete(one)
        real(timer)
      },
    })
  }
  note('setTimeout')
  note('setInterval')
  forget('clearTimeout')
  forget('clearInterval')
  return {
    async left() {
      const end = performance.now() + SETTLE_MS
      let found = findOpenHandle(running, before)
      while (found && performance.now() < end) {
        await sleep(POLL_MS)
        found = findOpenHandle(running, before)
      }
      return found
    },
  }
}

function findOpenHandle(running: ReadonlyMap<unknown, Error>, before: Kinds): OpenHandle | null {
  const [cause] = running.values()
  if (cause) return { reason: 'it leaves a timer running', cause }
  const [kind] = [...countKinds()].find(([name, count]) => count > (before.get(name) ?? 0)) ?? []
  return kind === undefined
    ? null
    : { reason: `it leaves something running that keeps a process alive: ${kind}` }
}

type Kinds = ReadonlyMap<string, number>

/** What keeps this process alive, by Node's names. Message ports are the host's own, for yielding to the event loop. */
function countKinds(): Kinds {
  const kinds = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'MessagePort' && kind !== 'Immediate') kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return kinds
}
