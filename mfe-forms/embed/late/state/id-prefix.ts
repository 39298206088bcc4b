/** The tree of an embed holds one form: no ids can meet. */
export const selectIdPrefix = (): string => ''
