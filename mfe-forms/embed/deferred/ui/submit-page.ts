import { deferred } from '../deferred.ts'

export const submitPage = deferred('submitPage')
export const ignoreHeld = deferred('ignoreHeld')
