import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether script runs this page: false on the server, and in the browser until the slot is hydrated. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
