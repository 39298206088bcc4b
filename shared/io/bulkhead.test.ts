import { jest } from '@jest/globals'
import { DEFAULT_LIMITS } from '../config/index.ts'
import { createBulkhead } from './bulkhead.ts'

/** Distinct pages that are asked for at once, of a site that has just started. */
const BURST = 50
/** A platform that has just started took 430 ms for the slowest of its first 32 calls (docs/decisions/0003). */
const FIRST_CALL_MS = 430

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const enter = (count: number) => {
  const bulkhead = createBulkhead(DEFAULT_LIMITS)
  const entered = Array.from({ length: count }, () => bulkhead.enter(new AbortController().signal))
  const outcomes = Promise.allSettled(entered)
  return { bulkhead, entered, outcomes }
}

describe('calls that wait for a place', () => {
  it('all get one in a first burst, although the platform is only just waking up', async () => {
    const { bulkhead, entered, outcomes } = enter(BURST)
    await jest.advanceTimersByTimeAsync(FIRST_CALL_MS)
    expect(bulkhead.waiting).toBe(BURST - DEFAULT_LIMITS.concurrency)
    for (const place of entered) void place.then((leave) => leave())
    await jest.advanceTimersByTimeAsync(0)
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([])
    expect([bulkhead.active, bulkhead.waiting]).toEqual([0, 0])
  })

  it('are refused while there is still time to say so, when nobody leaves', async () => {
    const { outcomes, entered } = enter(DEFAULT_LIMITS.concurrency + 1)
    await jest.advanceTimersByTimeAsync(DEFAULT_LIMITS.optionalDeadlineMs - 1)
    void entered[0]?.then((leave) => leave())
    const refused = (await outcomes).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    expect(refused).toMatchObject([{ code: 'content/overloaded', status: 503 }])
  })
})
