import { useEffect, useRef, type RefObject } from 'react'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'

const CONTROL = ':is(input:not([type="hidden"]), select, textarea)'
/** A heading that takes the focus where a page of the form has no fields. */
const HEADING = '[data-focus]'
/** What has been given the focus on purpose. A button has it from being pressed, unless it says otherwise. */
const GIVEN = ':is(:not(button), [data-focused]):focus'

/** Where focus goes, besides the first field of a page. */
export interface Focus {
  /** To the control of the first error when the visitor cannot go on. */
  readonly now: (controlId: string) => void
  /** To a field of the page that is about to be shown. */
  readonly next: (controlId: string) => void
}

/**
 * Moves focus after a change of page: to the first field, or to the heading of answers that are shown before they are sent. Not when the form
 * first appears or is filled in again, which would drag the visitor down the page.
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
      // It was moved meanwhile: by the visitor, or to what keeps them from going on.
      if (element.current?.querySelector(GIVEN)) return
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

/** A control of the tree that the form is in: the document's, or that of a shadow root. */
const controlIn = (form: HTMLFormElement | null, id: string): HTMLElement | null =>
  (form?.getRootNode() as Document | ShadowRoot | undefined)?.getElementById(id) ?? null

function focusInSight(control: HTMLElement): void {
  control.closest('fieldset, div')?.scrollIntoView?.({ block: 'start' })
  control.focus({ preventScroll: true })
}
