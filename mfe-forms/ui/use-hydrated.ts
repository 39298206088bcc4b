import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Entries } from '../domain/fields/field-kind.ts'

/**
 * Whether the form is hydrated. On hydration, `adopt` gets what its controls hold: the server's markup is shown long before this script
 * runs, and nothing that was typed, cleared or unticked meanwhile may be lost.
 */
export function useHydrated(
  element: RefObject<HTMLFormElement | null>,
  adopt: (entries: Entries) => void,
): boolean {
  const [isHydrated, setHydrated] = useState(false)
  const adoptTyped = useEffectEvent(() => {
    if (element.current) adopt([...new FormData(element.current)])
    setHydrated(true)
  })
  useEffect(() => adoptTyped(), [])
  return isHydrated
}
