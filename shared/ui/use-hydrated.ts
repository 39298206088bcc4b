import { useSyncExternalStore } from 'react'

const nothing = () => () => undefined

/** Whether the component is hydrated: false on the server and for the first render in a browser, which must be the same. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
