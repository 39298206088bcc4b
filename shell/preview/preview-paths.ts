/** Where a signed preview link leads: `?token=…`. */
export const PREVIEW_SESSION_PATH = '/preview-session'
/** Where the form that ends a preview session is posted to. */
export const PREVIEW_EXIT_PATH = '/preview-session/exit'
