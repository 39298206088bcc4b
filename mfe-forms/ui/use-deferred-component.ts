import { useEffect, useState, type ComponentType } from 'react'

/** A component in a chunk of its own, which few forms need. */
interface DeferredComponent<Props> {
  /** Null before its code is loaded. */
  readonly View: ComponentType<Props> | null
  /** Whether the last attempt to load it has failed. */
  readonly hasFailed: boolean
}

/** Loads a component once it is to be shown, never on a server. Another `attempt` tries again after a failure. */
export function useDeferredComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  attempt: number | string,
): DeferredComponent<Props> {
  const [state, setState] = useState<DeferredComponent<Props>>({ View: null, hasFailed: false })
  const { View: View } = state
  useEffect(() => {
    if (View) return
    let isUnmounted = false
    const update = (found: DeferredComponent<Props>) => {
      if (!isUnmounted) setState(found)
    }
    load().then(
      (loaded) => update({ View: loaded, hasFailed: false }),
      () => update({ View: null, hasFailed: true }),
    )
    return () => {
      isUnmounted = true
    }
  }, [load, attempt, View])
  return state
}
