import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Entries } from '../domain/fields/field-kind.ts'
import { controlValues } from '../domain/fields/field-kinds.ts'
import { valuesAdopted } from '../state/form-actions.ts'
import { typedIn } from './fields/text-input.tsx'
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
      const values = controlValues(state, definition, entriesOf(element.current))
      dispatch(valuesAdopted({ formId: options.key, values }))
    }
    setHydrated(true)
  })
  useEffect(() => adoptTyped(), [])
  return isHydrated
}

/** What the controls hold, also those that have text which is missing from form data, since the browser cannot read it. */
const entriesOf = (form: HTMLFormElement): Entries => [
  ...[...form.querySelectorAll('input')]
    .filter(({ validity }) => validity.badInput)
    .map((input) => [input.name, typedIn(input)] as const),
  ...new FormData(form),
]
