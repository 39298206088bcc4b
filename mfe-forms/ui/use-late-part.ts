import { useEffect, useState, type ComponentType } from 'react'

/** A component in a chunk of its own, which few forms need. */
interface LatePart<Props> {
  /** Null before its code is loaded. */
  readonly Part: ComponentType<Props> | null
  /** Whether the last attempt to load it has failed. */
  readonly isMissing: boolean
}

/** Loads a component once it is to be shown, never on a server. Another `attempt` tries again after a failure. */
export function useLatePart<Props>(
  load: () => Promise<ComponentType<Props>>,
  attempt: number | string,
): LatePart<Props> {
  const [late, setLate] = useState<LatePart<Props>>({ Part: null, isMissing: false })
  const { Part } = late
  useEffect(() => {
    if (Part) return
    let isGone = false
    const tell = (found: LatePart<Props>) => {
      if (!isGone) setLate(found)
    }
    load().then(
      (loaded) => tell({ Part: loaded, isMissing: false }),
      () => tell({ Part: null, isMissing: true }),
    )
    return () => {
      isGone = true
    }
  }, [load, attempt, Part])
  return late
}
