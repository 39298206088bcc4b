import { onlyLate } from '../rest.ts'

export const errorText = onlyLate('errorText')
