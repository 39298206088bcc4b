import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'
import { controlIn, focusInSight } from '@tessera/shared/ui'
import type { FormState } from '../state/form-state.ts'
import { firstFocus } from './first-focus.ts'

/** A button whose press changed the page. One with `data-focused` was focused on purpose. */
const PRESSED = 'button:not([data-focused]):focus'

/** Moves focus elsewhere than to the first field of a page. */
export interface Focus {
  /** To the control of the first error when the visitor cannot continue. */
  readonly now: (controlId: string) => void
  /** To a field of the page that is about to be shown. */
  readonly next: (controlId: string) => void
}

/**
 * Moves focus after a change of page: to its first field, else to a heading. Not when the form first appears or is restored,
 * which would scroll the page away from the visitor. After sending, it moves to the first problem that the server has found.
 */
export function useFocus(
  element: RefObject<HTMLFormElement | null>,
  idPrefix: string,
  pageIndex: number,
  { recovered, submitStatus: { isSubmitting, issues } }: FormState,
): Focus {
  const now = (controlId: string) => focusInSight(controlIn(element.current, controlId))
  const focusIssue = useEffectEvent(() => issues[0] && now(idPrefix + issues[0].controlId))
  // The problems are there once sending is over.
  useEffect(() => (isSubmitting ? () => focusIssue() : undefined), [isSubmitting])
  const shownPage = useRef(pageIndex)
  const wanted = useRef('')
  useEffect(() => {
    const form = element.current
    if (!form || shownPage.current === pageIndex) return
    shownPage.current = pageIndex
    if (recovered) return
    const pressed = form.querySelector(PRESSED)
    const controlId = wanted.current
    wanted.current = ''
    const timer = setTimeout(() => {
      const target = controlIn(form, controlId)
      // It was moved meanwhile: by the visitor, or to an error that keeps them from continuing.
      if ((form.querySelector(':focus') ?? pressed) !== pressed) return
      form.scrollIntoView?.()
      if (target) focusInSight(target)
      else firstFocus(form)?.focus({ preventScroll: true })
    }, FORM_FOCUS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [element, pageIndex, recovered])
  return {
    now,
    next: (controlId) => (wanted.current = controlId),
  }
}
