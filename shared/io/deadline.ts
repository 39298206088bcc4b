/**
 * Run work with a time limit of `ms` milliseconds, after which `controller` is aborted with the error of `reason`. Unlike with
 * `AbortSignal.timeout`, no timer is left when the work is done.
 */
export async function abortAfter<T>(
  ms: number,
  controller: AbortController,
  reason: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => controller.abort(reason()), ms)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Run work whose signal is aborted when `gone` is aborted (the result is no longer needed), or with a TimeoutError after `ms`
 * milliseconds. Neither timer nor listener is left when the work is done.
 */
export async function withDeadline<T>(
  ms: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const onGone = () => controller.abort(gone.reason)
  gone.addEventListener('abort', onGone, { once: true })
  if (gone.aborted) onGone()
  try {
    return await abortAfter(ms, controller, timeout, () => work(controller.signal))
  } finally {
    gone.removeEventListener('abort', onGone)
  }
}

/**
 * The result of work that cannot be aborted, or the result (or error) of `onLate` when it takes longer than `ms` milliseconds. The
 * outcome of late work is ignored, even a failure. A result that has already arrived is never late, even if this process has been too
 * busy to read it: after the time limit it reads its input once more.
 */
export async function raceDeadline<T, L>(ms: number, work: Promise<T>, onLate: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms)
  })
  try {
    return await Promise.race([work, late.then(onLate)])
  } finally {
    clearTimeout(timer)
  }
}

const timeout = () => new DOMException('It took too long.', 'TimeoutError')
