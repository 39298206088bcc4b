import { deferred, deferredOr } from '../deferred.ts'

export const NO_NOTICES = { recovered: undefined, discarded: undefined } as const
export const renew = deferred('renew')
export const restore = deferred('restore')
export const resetForms = deferredOr('resetForms', (state) => state)
export const startAgain = deferred('startAgain')
export const undoStart = deferred('undoStart')
