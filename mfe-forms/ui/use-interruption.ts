import { useEffect } from 'react'
import type { Bus, Store } from '@tessera/shared/contract'
import { formInterrupted, formOpened } from '../state/form-actions.ts'

/** Keeps what is typed while the visitor signs in: stored when the page is left, restored when the form is shown again. */
export function useInterruption(formId: string, bus: Bus, dispatch: Store['dispatch']): void {
  useEffect(() => {
    dispatch(formOpened({ formId }))
    return bus.on('page.interrupted', () => dispatch(formInterrupted({ formId })))
  }, [formId, bus, dispatch])
}
