import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { controlValues } from '../domain/fields/field-kinds.ts'
import { valuesAdopted } from '../state/form-actions.ts'
import type { FormPageViewProps } from './form-body.tsx'

/**
 * Whether the form is hydrated. On hydration the state adopts what the form's controls hold: the server's markup is shown long before this
 * script runs, and nothing that was typed, cleared or unticked meanwhile may be lost.
 */
export function useHydrated(
  element: RefObject<HTMLFormElement | null>,
  { options, state, definition, dispatch }: FormPageViewProps,
): boolean {
  const [isHydrated, setHydrated] = useState(false)
  const adoptTyped = useEffectEvent(() => {
    if (element.current) {
      const values = controlValues(state, definition, [...new FormData(element.current)])
      dispatch(valuesAdopted({ formId: options.key, values }))
    }
    setHydrated(true)
  })
  useEffect(() => adoptTyped(), [])
  return isHydrated
}
