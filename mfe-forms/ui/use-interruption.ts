import { useEffect } from 'react'
import type { Bus, Store } from '@tessera/shared/contract'
import { formInterrupted, formOpened } from '../state/form-actions.ts'

/** What is typed outlives a way to the sign-in page: kept when the page says that it is left, put back when the form is here again. */
export function useInterruption(formId: string, bus: Bus, dispatch: Store['dispatch']): void {
  useEffect(() => {
    dispatch(formOpened({ formId }))
    return bus.on('page.interrupted', () => dispatch(formInterrupted({ formId })))
  }, [formId, bus, dispatch])
}
