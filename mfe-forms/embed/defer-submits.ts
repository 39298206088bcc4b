import type { FormsMessages } from '../messages/index.ts'
import { loadedModules } from './deferred/deferred.ts'

/** Set by script, which the host's content security policy does not restrict. */
const NOTICE = 'margin-top:1em;color:var(--color-error)'

/**
 * Defers a submit until the code of the next step is loaded. If loading fails, a message below the form says so, what
 * was typed stays, and the next press tries again.
 */
export function deferSubmits(
  frame: HTMLElement,
  load: () => Promise<void>,
  { failures, noCause }: Pick<FormsMessages, 'failures' | 'noCause'>,
): void {
  let notice: HTMLElement | null = null
  const submitWhenLoaded = async (form: HTMLFormElement, button: HTMLElement | null) => {
    try {
      await load()
      notice?.remove()
      if (form.isConnected) form.requestSubmit(button)
    } catch {
      notice?.remove()
      notice = frame.cloneNode() as HTMLElement
      notice.role = 'alert'
      notice.style.cssText = NOTICE
      notice.textContent = `${failures['no-answer']}. ${noCause}`
      frame.after(notice)
    }
  }
  frame.addEventListener(
    'submit',
    (event) => {
      // It may have come since the last submit, as the form was used.
      if (loadedModules()) return notice?.remove()
      event.preventDefault()
      event.stopImmediatePropagation()
      void submitWhenLoaded(event.target as HTMLFormElement, event.submitter)
    },
    { capture: true },
  )
}
