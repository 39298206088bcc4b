import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Updates an uncontrolled field after navigation: the new page's value replaces the typed text in the same element, so that the focus
 * stays. What was typed before hydration stays, too.
 */
export function useFieldValue(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  onChange: (value: string) => void = () => undefined,
): void {
  const shown = useRef(value)
  const show = useEffectEvent(() => {
    if (shown.current === value) return
    shown.current = value
    if (field.current) field.current.value = value
    onChange(value)
  })
  useEffect(() => show(), [value])
}
