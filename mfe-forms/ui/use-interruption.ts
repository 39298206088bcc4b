import { useEffect } from 'react'
import type { Bus, Store } from '@tessera/shared/contract'
import { formInterrupted, formOpened } from '../state/form-actions.ts'

/**
 * Restores the draft once the form is loaded, and has it stored whenever the page may be gone for good: when it is hidden or left, and when
 * the visitor has to sign in.
 */
export function useInterruption(
  formId: string,
  isThere: boolean,
  bus: Bus,
  dispatch: Store['dispatch'],
): void {
  useEffect(() => {
    if (isThere) dispatch(formOpened({ formId }))
  }, [formId, isThere, dispatch])
  useEffect(() => {
    const keep = () => void dispatch(formInterrupted({ formId }))
    const keepWhenHidden = () => document.visibilityState === 'hidden' && keep()
    // A browser may discard a hidden tab without further events; pagehide is for browsers that do not report hiding.
    document.addEventListener('visibilitychange', keepWhenHidden)
    addEventListener('pagehide', keep)
    const stopListening = bus.on('page.interrupted', keep)
    return () => {
      document.removeEventListener('visibilitychange', keepWhenHidden)
      removeEventListener('pagehide', keep)
      stopListening()
    }
  }, [formId, bus, dispatch])
}
