import type * as module from '../../../state/id-prefix.ts'

/** The tree of an embed holds one form: no ids can meet. */
export const selectIdPrefix: typeof module.selectIdPrefix = () => ''
