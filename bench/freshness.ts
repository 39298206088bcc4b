/** Every page requests its own content from the platform, and no page is cached. Site-wide answers are cached as on a site. */
export const UNCACHED = { freshMs: 0, pageFreshMs: 0 } as const
/** Like UNCACHED, but site-wide answers are not kept either. */
export const NOTHING_KEPT = { ...UNCACHED, treeFreshMs: 0 } as const
/** Answers stay fresh longer than any run, while every page is still composed and rendered. */
export const WARM = { freshMs: 3_600_000, pageFreshMs: 0 } as const
/** Pages stay fresh longer than any run: nothing is made twice. */
export const CACHED = { freshMs: 3_600_000, treeFreshMs: 3_600_000, pageFreshMs: 3_600_000 } as const
