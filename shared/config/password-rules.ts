/** Fewest characters of a new password. Length is the rule that helps; there are none about kinds of characters. */
export const PASSWORD_MIN_LENGTH = 12
/** Most characters of a new password: more only cost time to hash. */
export const PASSWORD_MAX_LENGTH = 200
