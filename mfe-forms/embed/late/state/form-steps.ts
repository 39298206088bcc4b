import { late, onlyLate } from '../rest.ts'

export const isInOrder = late('isInOrder', () => false)
export const forward = onlyLate('forward')
export const toField = late('toField', () => () => ({}))
export const submit = onlyLate('submit')
