import type { ReadShells } from './versions.server.ts'

/** Keys that caches in front were purged of because releases came live here, until they are forgotten. */
export interface SwitchedKeys {
  purge(key: string): void
  purgeAgain(): void
  forget(): void
  isEmpty(): boolean
}

export function createSwitchedKeys(purge: (keys: readonly string[]) => void): SwitchedKeys {
  const keys = new Set<string>()
  return {
    purge(key) {
      keys.add(key)
      purge([key])
    },
    purgeAgain: () => purge([...keys]),
    forget: () => keys.clear(),
    isEmpty: () => keys.size === 0,
  }
}

interface Options {
  readonly switched: SwitchedKeys
  readonly readShells: ReadShells
  /** The longest that a page is made: those that were begun before are in no cache after the purge that comes so much later. */
  readonly longestMs: number
  readonly everyMs: number
}

/**
 * Each shell purges the caches in front as it switches, and one that is slower fills them with the page of before. So what was
 * purged is purged again when every shell has tried the release document, and for the last time when no page is being made that
 * was begun before. Returns the function that stops it.
 */
export function startLastPurge(options: Options): () => void {
  const { switched, readShells, longestMs, everyMs } = options
  let lastAt: number | null = null
  const look = async (): Promise<void> => {
    if (switched.isEmpty()) return
    const [own, ...others] = await readShells()
    if (!others.every(({ document }) => document === own?.document)) {
      lastAt = null
      return
    }
    if (lastAt === null) {
      lastAt = performance.now() + longestMs
      return switched.purgeAgain()
    }
    if (performance.now() < lastAt) return
    lastAt = null
    switched.purgeAgain()
    switched.forget()
  }
  let timer: NodeJS.Timeout
  const again = (): void => {
    timer = setTimeout(() => void look().finally(again), everyMs)
    timer.unref()
  }
  again()
  return () => clearTimeout(timer)
}
