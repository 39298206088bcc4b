import { deferredComponent } from '../deferred.ts'

export const Confirmation = deferredComponent('Confirmation')
