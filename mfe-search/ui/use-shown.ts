import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * A field that shows what holds on the page: another page's value takes the place of what was typed, in the same element, so
 * that the focus stays. What was typed before the script came stays too.
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
