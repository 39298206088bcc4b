import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the slot is hydrated: false on the server, and in the browser until hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
