import { searchSlice } from './state/search.slice.ts'

export { SearchSlot } from './ui/search-slot.tsx'

/** Slices of the state that this remote owns, on the server and in the browser. */
export const slices = [searchSlice]
