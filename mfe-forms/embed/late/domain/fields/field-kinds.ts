import { late, onlyLate } from '../../rest.ts'

export const kindOf = onlyLate('kindOf')
export const emptyValues = onlyLate('emptyValues')
export const postedValues = onlyLate('postedValues')
/** Nothing is typed into an embedded form before its script runs. */
export const controlValues = late('controlValues', () => ({}))
