import { deferredComponent } from '../deferred.ts'

export const PageErrors = deferredComponent('PageErrors')
