import { deferred } from '../deferred.ts'

export const allWaiting = deferred('allWaiting')
export const cancelled = deferred('cancelled')
export const replaced = deferred('replaced')
export const progressed = deferred('progressed')
export const sentAgain = deferred('sentAgain')
