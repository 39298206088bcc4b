/** Whole seconds of a `Retry-After` header, as details of an error; empty for a header that is missing, a date or no number of seconds. */
export const retryAfterOf = (header: unknown): { readonly retryAfterSeconds?: number } =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? { retryAfterSeconds: Number(header) } : {}
