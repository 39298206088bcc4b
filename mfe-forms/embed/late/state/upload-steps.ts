import { onlyLate } from '../rest.ts'

export const allWaiting = onlyLate('allWaiting')
export const cancelled = onlyLate('cancelled')
export const chosenInstead = onlyLate('chosenInstead')
export const progressed = onlyLate('progressed')
export const sentAgain = onlyLate('sentAgain')
