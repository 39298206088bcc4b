import type { CacheClass } from '../domain/response-headers.ts'

/** An answer before it is sent: everything about it but who asked. */
export interface PageAnswer {
  readonly status: number
  /** All but those of caching, which follow from the class. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly cacheClass: CacheClass
  /** Surrogate keys of what it was made from. */
  readonly keys: readonly string[]
  /** Apps whose releases made it. */
  readonly apps: readonly string[]
}
