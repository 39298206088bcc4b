import { deferred } from '../deferred.ts'

export const submitPage = deferred('submitPage')
