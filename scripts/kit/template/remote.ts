import { exampleSlice } from './state/example.slice.ts'

export { ExampleSlot } from './ui/example-slot.tsx'

/** The state of both halves. */
export const slices = [exampleSlice]
