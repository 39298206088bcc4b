import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import { postedValues } from '../domain/fields/field-kinds.ts'

/**
 * Whether the form is hydrated. On hydration, `adopt` gets what the visitor has filled in already: the server's markup is shown long before
 * this script runs, and nothing typed may be lost.
 */
export function useHydrated(
  element: RefObject<HTMLFormElement | null>,
  form: FormDefinition,
  adopt: (values: FormValues) => void,
): boolean {
  const [isHydrated, setHydrated] = useState(false)
  const adoptTyped = useEffectEvent(() => {
    if (element.current) {
      const values = postedValues(form, [...new FormData(element.current)])
      if (Object.keys(values).length > 0) adopt(values)
    }
    setHydrated(true)
  })
  useEffect(() => adoptTyped(), [])
  return isHydrated
}
