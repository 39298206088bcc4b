import { deferredOr } from '../deferred.ts'

const none = () => null

export const filesHint = deferredOr('filesHint', none)
export const fileFailure = deferredOr('fileFailure', none)
export const sendingText = deferredOr('sendingText', none)
export const uploadsElsewhere = deferredOr('uploadsElsewhere', () => [])
