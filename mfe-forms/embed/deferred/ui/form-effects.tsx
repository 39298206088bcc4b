import { deferredComponent } from '../deferred.ts'

export const FormEffects = deferredComponent('FormEffects')
