import type { FormsMessages } from '../messages/index.ts'
import { given } from './late/rest.ts'

/** By script, which no policy of the host's on styles is asked about. */
const NOTICE = 'margin-top:1em;color:var(--color-error)'

/**
 * Whoever goes on before the code of what follows has come goes on when it comes. Where it does not, a line says so below the form, what was typed
 * stays, and the next press is the next attempt.
 */
export function holdSubmits(
  frame: HTMLElement,
  load: () => Promise<void>,
  { failures, noCause }: Pick<FormsMessages, 'failures' | 'noCause'>,
): void {
  let notice: HTMLElement | null = null
  const hold = async (form: HTMLFormElement, button: HTMLElement | null) => {
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
      if (given()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void hold(event.target as HTMLFormElement, event.submitter)
    },
    { capture: true },
  )
}
