import { useSyncExternalStore } from 'react'

const nothing = () => () => undefined

/** Whether the component runs in a browser: false on the server and for the first drawing, which has to be the same. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
