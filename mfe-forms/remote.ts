import { formSlice } from './state/form.slice.ts'

export { FormSlot } from './ui/form-slot.tsx'

/** What both halves own in the state. */
export const slices = [formSlice]
