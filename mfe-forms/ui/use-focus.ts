import { useEffect, useRef, type RefObject } from 'react'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'

const CONTROL = ':is(input:not([type="hidden"]), select, textarea)'

/**
 * Moves focus: to the first field after a change of page (not when the form first appears, which would drag the visitor
 * down the page), and to the control of the first error when the visitor cannot go on: call the returned function with its id.
 */
export function useFocus(
  element: RefObject<HTMLFormElement | null>,
  pageIndex: number,
): (controlId: string) => void {
  const shownPage = useRef(pageIndex)
  useEffect(() => {
    if (shownPage.current === pageIndex) return
    shownPage.current = pageIndex
    const timer = setTimeout(() => {
      // The visitor has already moved focus to a field.
      if (element.current?.querySelector(`${CONTROL}:focus`)) return
      element.current?.scrollIntoView?.({ block: 'start' })
      element.current?.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true })
    }, FORM_FOCUS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [element, pageIndex])
  return (controlId) => {
    document.getElementById(controlId)?.focus()
  }
}
