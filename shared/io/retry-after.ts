/** Longest wait that is passed on: a day. */
const MAX_SECONDS = 86_400

/**
 * How long a `Retry-After` header asks to wait, a day at most: whole seconds, or until a date. Nothing for a date that has passed, or
 * any other value. Source: RFC 9110, 10.2.3.
 */
export function retryAfterOf(header: unknown): { readonly retryAfterSeconds?: number } {
  if (typeof header !== 'string') return {}
  if (/^\d+$/.test(header)) return { retryAfterSeconds: Math.min(Number(header), MAX_SECONDS) }
  const seconds = header.endsWith('GMT') ? Math.ceil((Date.parse(header) - Date.now()) / 1_000) : 0
  return seconds > 0 ? { retryAfterSeconds: Math.min(seconds, MAX_SECONDS) } : {}
}
