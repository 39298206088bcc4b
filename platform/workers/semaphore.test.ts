import { jest } from '@jest/globals'
import type { PlatformError } from '../errors.ts'
import { createSemaphore } from './semaphore.ts'

const LIMITS = { concurrency: 2, maxWaiting: 2, maxWaitMs: 5_000 }

/** Run all pending microtasks. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('a semaphore', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  /** Acquires the semaphore by name, and records which got a place and which were refused; `release` gives a place back. */
  const aQueue = () => {
    const semaphore = createSemaphore(LIMITS)
    const inside: string[] = []
    const refused: string[] = []
    const releases = new Map<string, () => void>()
    const acquire = async (...names: readonly string[]): Promise<void> => {
      for (const name of names)
        semaphore.acquire().then(
          (release) => {
            releases.set(name, release)
            inside.push(name)
          },
          ({ code }: PlatformError) => void refused.push(`${name}: ${code}`),
        )
      await settle()
    }
    const release = async (name: string): Promise<void> => {
      releases.get(name)?.()
      await settle()
    }
    return { acquire, release, inside, refused }
  }

  test('lets the limit run at the same time, and the others in the order of their requests as places become free', async () => {
    const { acquire, release, inside } = aQueue()
    await acquire('a', 'b', 'c', 'd')
    expect(inside).toEqual(['a', 'b'])
    await release('b')
    expect(inside).toEqual(['a', 'b', 'c'])
    await release('a')
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a request that has waited too long is refused, and does not take a place', async () => {
    const { acquire, release, inside, refused } = aQueue()
    await acquire('a', 'b', 'late')
    jest.advanceTimersByTime(LIMITS.maxWaitMs - 1)
    await acquire('c')
    expect(refused).toEqual([])
    jest.advanceTimersByTime(1)
    await release('a')
    expect(refused).toEqual(['late: platform/busy'])
    expect(inside).toEqual(['a', 'b', 'c'])
    expect(jest.getTimerCount()).toBe(0)
  })

  test('requests beyond the waiting limit are refused at once', async () => {
    const { acquire, release, inside, refused } = aQueue()
    await acquire('a', 'b', 'c', 'd', 'e')
    expect(refused).toEqual(['e: platform/busy'])
    for (const name of ['a', 'b', 'c', 'd']) await release(name)
    await acquire('f', 'g', 'h')
    expect(inside).toEqual(['a', 'b', 'c', 'd', 'f', 'g'])
  })
})
