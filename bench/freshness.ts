/** Every page asks the platform for what is its own, and none is kept. What pages of all kinds ask for is, as long as a site keeps it. */
export const UNCACHED = { freshMs: 0, pageFreshMs: 0 } as const
/** The same without what pages of all kinds ask for. */
export const NOTHING_KEPT = { ...UNCACHED, treeFreshMs: 0 } as const
/** Answers stay longer than any run, while every page is still composed and rendered. */
export const WARM = { freshMs: 3_600_000, pageFreshMs: 0 } as const
/** Pages stay longer than any run: nothing is made twice. */
export const CACHED = { freshMs: 3_600_000, treeFreshMs: 3_600_000, pageFreshMs: 3_600_000 } as const
