import { accountSlice } from './state/account.slice.ts'

export { AccountSlot } from './ui/account-slot.tsx'

/** The slices of both halves. */
export const slices = [accountSlice]
