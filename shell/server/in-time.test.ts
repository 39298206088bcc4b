import { jest } from '@jest/globals'
import { inTime } from './in-time.server.ts'

describe('work that has until a deadline, or until nobody waits for it', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  const untilTold = (end: AbortSignal) =>
    new Promise<string>((resolve) => end.addEventListener('abort', () => resolve(String(end.reason))))

  it('gives what the work gives, and leaves no timer and no listener behind', async () => {
    const visitor = new AbortController()
    const removed = jest.spyOn(visitor.signal, 'removeEventListener')
    await expect(inTime(visitor.signal, 100, () => Promise.resolve('page'))).resolves.toBe('page')
    expect(jest.getTimerCount()).toBe(0)
    expect(removed).toHaveBeenCalledTimes(1)
  })

  it('tells the work that it has taken too long', async () => {
    const told = inTime(new AbortController().signal, 100, untilTold)
    jest.advanceTimersByTime(100)
    await expect(told).resolves.toMatch(/^TimeoutError/)
  })

  it('tells the work that nobody waits, also when that was so before', async () => {
    const visitor = new AbortController()
    const told = inTime(visitor.signal, 100, untilTold)
    visitor.abort('gone')
    await expect(told).resolves.toBe('gone')
    await expect(
      inTime(visitor.signal, 100, (end) => Promise.resolve([end.aborted, end.reason])),
    ).resolves.toEqual([true, 'gone'])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('leaves nothing behind when the work fails', async () => {
    await expect(
      inTime(new AbortController().signal, 100, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
    expect(jest.getTimerCount()).toBe(0)
  })
})
