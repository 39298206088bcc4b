import type { WireAnswer } from './answer.ts'

/** One attempt on the wire. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  readonly maxBodyBytes: number
}

/** Sends one request and reads the whole answer, following nothing. Rejects with an AppError, or the signal's reason. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}
