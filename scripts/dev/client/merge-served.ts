type Holder = Readonly<Record<string, unknown>>

/**
 * Applies the difference between two answers of the server to the state of a page that the visitor has changed meanwhile: where the
 * answers agree the visitor's state stays. Lists of another length are replaced. Without a difference the same state is returned.
 */
export function mergeServed(before: unknown, now: unknown, state: unknown): unknown {
  if (JSON.stringify(before) === JSON.stringify(now)) return state
  if (!isHolder(before) || !isHolder(now) || !isHolder(state)) return now
  if (Array.isArray(now)) {
    const isAlike = Array.isArray(before) && Array.isArray(state) && before.length === now.length
    if (!isAlike || state.length !== now.length) return now
    return now.map((item, index) => mergeServed(before[index], item, state[index]))
  }
  const isGone = (name: string) => name in before && !(name in now)
  const kept = Object.entries(state).filter(([name]) => !isGone(name))
  const merged = Object.keys(now).map((name) => [name, mergeServed(before[name], now[name], state[name])])
  return Object.fromEntries([...kept, ...merged.filter(([, value]) => value !== undefined)])
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null
