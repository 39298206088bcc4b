import { deferred } from '../../deferred.ts'

export const kindOf = deferred('kindOf')
export const emptyValues = deferred('emptyValues')
export const postedValues = deferred('postedValues')
export const controlValues = deferred('controlValues')
