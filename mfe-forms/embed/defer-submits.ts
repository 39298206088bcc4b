import type { FormsMessages } from '../messages/index.ts'
import { loadedModules } from './deferred/deferred.ts'

/** Set by script, which the host's content security policy does not restrict. */
const NOTICE = 'margin-top:1em;color:var(--color-error)'

/**
 * Defers a submit until the code of the next step is loaded. If loading fails, a message below the form says so, what
 * was typed stays, and the next press tries again. The form is submitted without its button, which may have left it meanwhile.
 */
export function deferSubmits(
  frame: HTMLElement,
  load: () => Promise<void>,
  { failures, noCause }: Pick<FormsMessages, 'failures' | 'noCause'>,
): void {
  let notice: HTMLElement | null = null
  let isWaiting = false
  const submitWhenLoaded = async (form: HTMLFormElement) => {
    // Each press of somebody who waits would go one page further.
    if (isWaiting) return
    isWaiting = true
    const hasFailed = await load().catch(() => true)
    isWaiting = false
    notice?.remove()
    if (hasFailed) {
      notice = frame.cloneNode() as HTMLElement
      notice.role = 'alert'
      notice.style.cssText = NOTICE
      notice.textContent = `${failures['no-answer']}. ${noCause}`
      frame.after(notice)
    } else if (form.isConnected) form.requestSubmit()
  }
  frame.addEventListener(
    'submit',
    (event) => {
      // It may have come since the last submit, as the form was used.
      if (loadedModules()) return notice?.remove()
      event.preventDefault()
      event.stopImmediatePropagation()
      void submitWhenLoaded(event.target as HTMLFormElement)
    },
    { capture: true },
  )
}
