import { accountSlice } from './state/account.slice.ts'

export { AccountSlot } from './ui/account-slot.tsx'

/** What both halves own in the state. */
export const slices = [accountSlice]
