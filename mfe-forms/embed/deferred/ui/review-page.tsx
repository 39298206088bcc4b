import { deferredComponent } from '../deferred.ts'

export const ReviewPage = deferredComponent('ReviewPage')
