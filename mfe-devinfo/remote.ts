import { devinfoSlice } from './state/devinfo.slice.ts'

export { DevinfoSlot } from './ui/devinfo-slot.tsx'

/** What both halves own in the state. */
export const slices = [devinfoSlice]
