import { devinfoSlice } from './state/devinfo.slice.ts'

export { VersionSlot } from './ui/version-slot.tsx'

/** What both halves own in the state. */
export const slices = [devinfoSlice]
