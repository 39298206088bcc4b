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
    const saveDraft = () => void dispatch(formInterrupted({ formId }))
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveDraft()
    // A browser may discard a hidden tab without further events; pagehide is for browsers that do not report hiding.
    document.addEventListener('visibilitychange', saveWhenHidden)
    addEventListener('pagehide', saveDraft)
    const stopListening = bus.on('page.interrupted', saveDraft)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      removeEventListener('pagehide', saveDraft)
      stopListening()
    }
  }, [formId, bus, dispatch])
}
