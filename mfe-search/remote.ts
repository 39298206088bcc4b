import { searchSlice } from './state/search.slice.ts'

export { SearchSlot } from './ui/search-slot.tsx'

/** What both halves own in the state. */
export const slices = [searchSlice]
