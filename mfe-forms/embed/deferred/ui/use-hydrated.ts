import type * as module from '../../../ui/use-hydrated.ts'

/** An embedded form has no server-rendered markup, so nothing is typed before its script runs. */
export const useHydrated: typeof module.useHydrated = () => true
