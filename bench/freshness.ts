/** Every page asks the platform for all that it needs, and none is kept. */
export const UNCACHED = { freshMs: 0, pageFreshMs: 0 } as const
/** Answers stay longer than any run, while every page is still composed and rendered. */
export const WARM = { freshMs: 3_600_000, pageFreshMs: 0 } as const
