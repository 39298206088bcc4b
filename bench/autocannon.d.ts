/** Types for the part of autocannon that `load-generator.ts` uses; the package has none. */
declare module 'autocannon' {
  interface Request {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly body?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly setupRequest?: (request: Request) => Request
  }
  interface Client {
    setRequests(requests: readonly Request[]): void
  }
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration?: number
    readonly amount?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly setupClient: (client: Client) => void
  }
  interface Result {
    readonly duration: number
    readonly errors: number
    readonly non2xx: number
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
    readonly requests: { readonly total: number }
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
  }
  const autocannon: (options: Options) => Promise<Result>
  namespace autocannon {
    export type { Request }
  }
  export { autocannon as default }
}
