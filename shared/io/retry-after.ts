/** How long a `Retry-After` header asks to wait: seconds, or until a date. Nothing for any other value. Source: RFC 9110, 10.2.3. */
export function retryAfterOf(header: unknown): { readonly retryAfterSeconds?: number } {
  if (typeof header !== 'string') return {}
  if (/^\d{1,6}$/.test(header)) return { retryAfterSeconds: Number(header) }
  const seconds = header.endsWith('GMT') ? Math.ceil((Date.parse(header) - Date.now()) / 1_000) : 0
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}
