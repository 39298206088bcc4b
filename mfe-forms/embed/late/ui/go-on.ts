import { onlyLate } from '../rest.ts'

export const goOn = onlyLate('goOn')
