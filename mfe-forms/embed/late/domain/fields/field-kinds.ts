import { onlyLate } from '../../rest.ts'

export const kindOf = onlyLate('kindOf')
export const emptyValues = onlyLate('emptyValues')
export const postedValues = onlyLate('postedValues')
export const controlValues = onlyLate('controlValues')
