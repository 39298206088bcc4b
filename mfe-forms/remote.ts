import { formSlice } from './state/form.slice.ts'

export { FormSlot } from './ui/form-slot.tsx'

/** Slices of the state that this remote owns, on the server and in the browser. */
export const slices = [formSlice]
