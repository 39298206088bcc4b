import type { StorePart } from '../contract/index.ts'

/** A part whose epics and calls fit each other. */
export const storePart = <Io>(part: StorePart<Io>): StorePart<Io> => part
