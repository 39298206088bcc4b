import type * as module from '../../../state/id-prefix.ts'

/** The tree of an embed has only one form, so ids cannot collide. */
export const selectIdPrefix: typeof module.selectIdPrefix = () => ''
