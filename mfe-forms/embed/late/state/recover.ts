import { onlyLate } from '../rest.ts'

export const TOLD = { recovered: undefined, discarded: undefined } as const
export const renew = onlyLate('renew')
export const restore = onlyLate('restore')
export const startAgain = onlyLate('startAgain')
export const undoStart = onlyLate('undoStart')
