import { devinfoSlice } from './state/devinfo.slice.ts'

export { DevinfoSlot } from './ui/devinfo-slot.tsx'

/** The slices of both halves. */
export const slices = [devinfoSlice]
