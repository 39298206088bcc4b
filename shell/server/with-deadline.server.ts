import { pageError } from '../errors.ts'

/** The answer of a promise, unless it takes too long. @throws AppError page/deadline */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(pageError('page/deadline', { details: { what, deadlineMs } })),
      deadlineMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
