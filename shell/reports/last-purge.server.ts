import type { ReadShells } from './versions.server.ts'

/** Surrogate keys that were purged from caches in front because releases went live here, until they are forgotten. */
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
  /** Longest time for making a page: a purge after this time removes all pages that were begun before the switch. */
  readonly longestMs: number
  readonly everyMs: number
}

/**
 * Each shell purges the caches in front when it switches releases, but slower shells may fill them again with old pages. So the same keys
 * are purged again when every shell has tried the release document, and a last time when no page that was begun before can still be in
 * progress. Returns the function that stops it.
 */
export function startLastPurge(options: Options): () => void {
  const { switched, readShells, longestMs, everyMs } = options
  let lastAt: number | null = null
  const purgeIfLive = async (): Promise<void> => {
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
    timer = setTimeout(() => void purgeIfLive().finally(again), everyMs)
    timer.unref()
  }
  again()
  return () => clearTimeout(timer)
}
