import type { StorePart } from '../contract/index.ts'

/** A part whose epics and calls fit each other, as inject takes it: what Io is stays the part's own matter. */
export const storePart = <Io>(part: StorePart<Io>): StorePart => part as unknown as StorePart
