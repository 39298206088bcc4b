import { AppError } from '@tessera/shared/contract'

/** A preload that failed counts as the first try, so there are three. Source: reference federation 6.2. */
export const MAX_TRIES = 3

/**
 * Try again after failures of the network, and after these alone: what was evaluated once and failed leaves half of itself
 * behind. After a hang the address changes, since the browser would join the next request to the one that hangs.
 */
export async function withRetries<T>(attempt: (query: string) => Promise<T>): Promise<T> {
  let query = ''
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(query)
    } catch (thrown) {
      if (tries === MAX_TRIES || !isNetworkFailure(thrown)) throw thrown
      if (isHang(thrown)) query = `?try=${tries + 1}`
    }
  }
}

const isHang = (thrown: unknown): boolean => thrown instanceof AppError && thrown.code === 'client/script-late'

function isNetworkFailure(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.code === 'client/script-late' || thrown.code === 'client/script-unreachable'
  // A chunk of a remote, fetched by its own bundle. One that hangs would hang again: its address is not ours to change.
  return thrown instanceof Error && thrown.name === 'ChunkLoadError' && (thrown as { readonly type?: string }).type !== 'timeout'
}
