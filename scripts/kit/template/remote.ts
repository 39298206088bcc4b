import { exampleSlice } from './state/example.slice.ts'

export { ExampleSlot } from './ui/example-slot.tsx'

/** What both halves own in the state. */
export const slices = [exampleSlice]
