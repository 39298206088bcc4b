/**
 * Do work that is told by its signal when `gone` says that nobody waits for it, or when it has taken too long. Unlike
 * `AbortSignal.timeout`, nothing is left to fire, or to be held in memory, once the work is done.
 */
export async function inTime<T>(
  gone: AbortSignal,
  deadlineMs: number,
  work: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController()
  const onGone = () => end.abort(gone.reason)
  const timer = setTimeout(() => end.abort(new DOMException('It took too long.', 'TimeoutError')), deadlineMs)
  gone.addEventListener('abort', onGone, { once: true })
  if (gone.aborted) onGone()
  try {
    return await work(end.signal)
  } finally {
    clearTimeout(timer)
    gone.removeEventListener('abort', onGone)
  }
}
