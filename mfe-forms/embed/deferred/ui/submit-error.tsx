import { deferredComponent } from '../deferred.ts'

export const SubmitError = deferredComponent('SubmitError')
