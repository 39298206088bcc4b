import { deferredOr } from '../deferred.ts'

export const firstFocus = deferredOr('firstFocus', () => null)
