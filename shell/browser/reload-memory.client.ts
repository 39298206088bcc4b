/** Remembers for which missing paths the document has been loaded in this tab, so that no path is loaded twice. */
export interface ReloadMemory {
  readonly has: (path: string) => boolean
  readonly add: (path: string) => void
}

const KEY = 'tessera-missing'
const MAX_PATHS = 50

/** In the session's storage, as the document does not live long enough; in this document's own memory where there is none. */
export function createReloadMemory(storage: () => Storage): ReloadMemory {
  let own: readonly string[] = []
  const read = (): readonly string[] => {
    try {
      const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
      return Array.isArray(kept) ? [...own, ...kept.filter((path) => typeof path === 'string')] : own
    } catch {
      return own // storage is switched off, or holds what somebody else wrote
    }
  }
  return {
    has: (path) => read().includes(path),
    add(path) {
      own = [path, ...read().filter((known) => known !== path)].slice(0, MAX_PATHS)
      try {
        storage().setItem(KEY, JSON.stringify(own))
      } catch {
        // Without storage a path may be loaded once more after a full load, never in a loop: only a visitor's click begins one.
      }
    },
  }
}
