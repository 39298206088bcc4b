import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Form, FormValues } from '../domain/form-model.ts'
import { readFilledIn } from '../domain/read-filled-in.ts'

/**
 * Whether the form is hydrated. At that moment what the visitor has filled in already is handed to `adopt`: the
 * server's markup is on the screen long before this script, and nothing typed may be lost.
 */
export function useHydrated(
  element: RefObject<HTMLFormElement | null>,
  form: Form,
  adopt: (values: FormValues) => void,
): boolean {
  const [isHydrated, setHydrated] = useState(false)
  const adoptTyped = useEffectEvent(() => {
    if (element.current) {
      const values = readFilledIn(form, [...new FormData(element.current)])
      if (Object.keys(values).length > 0) adopt(values)
    }
    setHydrated(true)
  })
  useEffect(() => adoptTyped(), [])
  return isHydrated
}
