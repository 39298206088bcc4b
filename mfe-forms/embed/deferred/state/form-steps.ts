import { deferredOr, deferred } from '../deferred.ts'

export const mayContinue = deferredOr('mayContinue', () => false)
export const forward = deferred('forward')
export const back = deferred('back')
export const toField = deferredOr('toField', () => () => ({}))
export const submit = deferred('submit')
