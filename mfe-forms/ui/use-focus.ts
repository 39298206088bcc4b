import { useEffect, useRef, type RefObject } from 'react'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'

const CONTROL = ':is(input:not([type="hidden"]), select, textarea)'
/** A heading that takes the focus if a page of the form has no fields. */
const HEADING = '[data-focus]'
/** An element that was focused on purpose. Buttons do not count, as pressing them focuses them, unless they have `data-focused`. */
const FOCUSED_ON_PURPOSE = ':is(:not(button), [data-focused]):focus'

/** Moves focus elsewhere than to the first field of a page. */
export interface Focus {
  /** To the control of the first error when the visitor cannot continue. */
  readonly now: (controlId: string) => void
  /** To a field of the page that is about to be shown. */
  readonly next: (controlId: string) => void
}

/**
 * Moves focus after a change of page: to the first field, or to the heading of the review. Not when the form first appears or is restored,
 * which would scroll the page away from the visitor.
 */
export function useFocus(
  element: RefObject<HTMLFormElement | null>,
  pageIndex: number,
  isRecovered: boolean,
): Focus {
  const shownPage = useRef(pageIndex)
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (shownPage.current === pageIndex) return
    shownPage.current = pageIndex
    if (isRecovered) return
    const timer = setTimeout(() => {
      const controlId = wanted.current
      wanted.current = null
      // It was moved meanwhile: by the visitor, or to an error that keeps them from continuing.
      if (element.current?.querySelector(FOCUSED_ON_PURPOSE)) return
      element.current?.scrollIntoView?.({ block: 'start' })
      const target = controlId === null ? null : controlIn(element.current, controlId)
      if (target) return focusInSight(target)
      element.current?.querySelector<HTMLElement>(`${HEADING}, ${CONTROL}`)?.focus({ preventScroll: true })
    }, FORM_FOCUS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [element, pageIndex, isRecovered])
  return {
    now: (controlId) => controlIn(element.current, controlId)?.focus(),
    next: (controlId) => (wanted.current = controlId),
  }
}

/** A control by id in the tree of the form: in the document, or in a shadow root. */
const controlIn = (form: HTMLFormElement | null, id: string): HTMLElement | null =>
  (form?.getRootNode() as Document | ShadowRoot | undefined)?.getElementById(id) ?? null

function focusInSight(control: HTMLElement): void {
  control.closest('fieldset, div')?.scrollIntoView?.({ block: 'start' })
  control.focus({ preventScroll: true })
}
