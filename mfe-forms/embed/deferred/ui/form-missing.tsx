import { deferredComponent } from '../deferred.ts'

export const FormMissing = deferredComponent('FormMissing')
