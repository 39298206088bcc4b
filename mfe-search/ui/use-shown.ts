import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Updates an uncontrolled field after navigation: the new page's value replaces the typed text in the same element, so that the focus
 * stays. What was typed before hydration stays, too.
 */
export function useShown(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  onShown: (value: string) => void = () => undefined,
): void {
  const shown = useRef(value)
  const show = useEffectEvent(() => {
    if (shown.current === value) return
    shown.current = value
    if (field.current) field.current.value = value
    onShown(value)
  })
  useEffect(() => show(), [value])
}
