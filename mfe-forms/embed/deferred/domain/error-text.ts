import { deferred } from '../deferred.ts'

export const errorText = deferred('errorText')
