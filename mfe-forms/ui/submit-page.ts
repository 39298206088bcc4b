import type { KeyboardEvent } from 'react'
import type { FormGate } from '@tessera/shared/contract'
import { controlOfError } from '../domain/error-control.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { invalidPage } from '../domain/review.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { validatePage } from '../domain/validate-page.ts'
import { nextRequested, submitRequested } from '../state/form-actions.ts'
import type { FormState } from '../state/form-state.ts'
import type { FormPageViewProps } from './form-body.tsx'
import type { Focus } from './use-focus.ts'

/** A page of a form, with its errors. */
interface SubmitPageProps extends FormPageViewProps {
  readonly errors: readonly FieldError[]
  readonly hasNext: boolean
  readonly focus: Focus
  /** Id of the captcha, if it has to be completed first. */
  readonly captchaId: string | false
}

/** Continues to the next page or sends the form; the first error that prevents this gets the focus. */
export function submitPage(form: HTMLFormElement, props: SubmitPageProps): void {
  const { idPrefix, options, state, definition, gate, dispatch, errors, hasNext, focus, captchaId } = props
  const { key: formId } = options
  const isBot = isHoneypotFilled(form, gate)
  dispatch(hasNext ? nextRequested({ formId }) : submitRequested({ formId, isBot }))
  if (state.pageInfo.review === 'shown') focus.next(idPrefix + invalidControl(definition, state.values))
  const [first] = errors
  if (first) focus.now(idPrefix + controlOfError(first, definition))
  else if (captchaId) focus.now(idPrefix + captchaId)
}

/** Enter that is held would go through every page that may stay empty, and send the form. */
export const ignoreHeld = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter' && (event.target as Element).localName !== 'textarea')
    event.preventDefault()
}

/** Whether the honeypot field, which visitors do not see, is filled in. */
const isHoneypotFilled = (form: HTMLFormElement, gate: FormGate | null): boolean =>
  gate !== null && (new FormData(form).get(gate.trapField) ?? '') !== ''

/** The control of the first error on the visitor's path; empty without one. */
function invalidControl(definition: FormDefinition, values: FormState['values']): string {
  const page = invalidPage(definition, values)
  const [first] = page === null ? [] : validatePage(definition.pages[page], values)
  return first ? controlOfError(first, definition) : ''
}
