import { jest } from '@jest/globals'
import { DEFAULT_LIMITS } from '../config/index.ts'
import { createSemaphore } from './semaphore.ts'

/** Distinct pages that are requested at once from a site that has just started. */
const BURST = 50
/** A platform that has just started took 430 ms for the slowest of its first 32 calls (docs/decisions/0003). */
const FIRST_CALL_MS = 430

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const acquire = (count: number) => {
  const semaphore = createSemaphore(DEFAULT_LIMITS, () => new Error('refused'))
  const acquired = Array.from({ length: count }, () => semaphore.acquire(new AbortController().signal))
  const outcomes = Promise.allSettled(acquired)
  return { semaphore, acquired, outcomes }
}

describe('calls that wait for a place', () => {
  it('all get one in a first burst, although the platform is only just starting', async () => {
    const { semaphore, acquired, outcomes } = acquire(BURST)
    await jest.advanceTimersByTimeAsync(FIRST_CALL_MS)
    expect(semaphore.waiting).toBe(BURST - DEFAULT_LIMITS.concurrency)
    for (const permit of acquired) void permit.then((release) => release())
    await jest.advanceTimersByTimeAsync(0)
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([])
    expect([semaphore.active, semaphore.waiting]).toEqual([0, 0])
  })

  it('are refused before their deadline, when no permit becomes free', async () => {
    const { outcomes, acquired } = acquire(DEFAULT_LIMITS.concurrency + 1)
    await jest.advanceTimersByTimeAsync(DEFAULT_LIMITS.optionalDeadlineMs - 1)
    void acquired[0]?.then((release) => release())
    const refused = (await outcomes).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    expect(refused).toMatchObject([{ message: 'refused' }])
  })
})

describe('a semaphore (reference security D14)', () => {
  const refuse = ({ active, waiting }: { readonly active: number; readonly waiting: number }) =>
    new Error(`refused at ${active}, ${waiting}`)

  it('lets through as many as it may, queues some, refuses the rest at once', async () => {
    const semaphore = createSemaphore({ concurrency: 2, queue: 1, queueWaitMs: 1_000 }, refuse)
    const release = await semaphore.acquire()
    await semaphore.acquire()
    const queued = semaphore.acquire()
    await expect(semaphore.acquire()).rejects.toThrow('refused at 2, 1')
    release()
    expect(await queued).toBeInstanceOf(Function)
    expect([semaphore.active, semaphore.waiting]).toEqual([2, 0])
  })

  it('refuses a call that has waited too long', async () => {
    const semaphore = createSemaphore({ concurrency: 1, queue: 1, queueWaitMs: 5 }, refuse)
    await semaphore.acquire()
    const outcome = expect(semaphore.acquire()).rejects.toThrow('refused at 1, 0')
    await jest.advanceTimersByTimeAsync(5)
    await outcome
    expect(semaphore.waiting).toBe(0)
  })

  it('stops waiting when the signal aborts', async () => {
    const semaphore = createSemaphore({ concurrency: 1, queue: 1, queueWaitMs: 1_000 }, refuse)
    await semaphore.acquire()
    const visitor = new AbortController()
    const outcome = expect(semaphore.acquire(visitor.signal)).rejects.toBe('gone')
    visitor.abort('gone')
    await outcome
    expect(semaphore.waiting).toBe(0)
  })

  it('takes a place back once', async () => {
    const semaphore = createSemaphore({ concurrency: 1, queue: 0, queueWaitMs: 5 }, refuse)
    const release = await semaphore.acquire()
    release()
    release()
    expect(semaphore.active).toBe(0)
  })
})
