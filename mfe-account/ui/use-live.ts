import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether script runs this page: false on the server, and in the browser until the slot has come to life. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
