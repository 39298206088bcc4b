import { MessageChannel, Worker } from 'node:worker_threads'
import { jest } from '@jest/globals'
import { raceDeadline, withDeadline } from './deadline.ts'

describe('work that is aborted at a deadline, or when no caller waits for it', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  const untilTold = (end: AbortSignal) =>
    new Promise<string>((resolve) => end.addEventListener('abort', () => resolve(String(end.reason))))

  it('gives what the work gives, and leaves no timer and no listener behind', async () => {
    const visitor = new AbortController()
    const removed = jest.spyOn(visitor.signal, 'removeEventListener')
    await expect(withDeadline(100, visitor.signal, () => Promise.resolve('page'))).resolves.toBe('page')
    expect(jest.getTimerCount()).toBe(0)
    expect(removed).toHaveBeenCalledTimes(1)
  })

  it('aborts the work when it has taken too long', async () => {
    const told = withDeadline(100, new AbortController().signal, untilTold)
    jest.advanceTimersByTime(100)
    await expect(told).resolves.toMatch(/^TimeoutError/)
  })

  it('aborts the work when no caller waits, also when that was so before it started', async () => {
    const visitor = new AbortController()
    const told = withDeadline(100, visitor.signal, untilTold)
    visitor.abort('gone')
    await expect(told).resolves.toBe('gone')
    await expect(
      withDeadline(100, visitor.signal, (end) => Promise.resolve([end.aborted, end.reason])),
    ).resolves.toEqual([true, 'gone'])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('leaves nothing behind when the work fails', async () => {
    await expect(
      withDeadline(100, new AbortController().signal, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('work that cannot be aborted', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }))
  afterEach(() => jest.useRealTimers())

  const never = new Promise<string>(() => undefined)

  it('gives what the work gives, and leaves no timer behind', async () => {
    await expect(raceDeadline(100, Promise.resolve('page'), () => null)).resolves.toBe('page')
    await expect(raceDeadline(100, Promise.reject(new Error('no')), () => null)).rejects.toThrow('no')
    expect(jest.getTimerCount()).toBe(0)
  })

  it('gives or throws something else when the work is late', async () => {
    const given = raceDeadline(100, never, () => null)
    const thrown = raceDeadline(100, never, () => {
      throw new Error('late')
    })
    const both = Promise.allSettled([given, thrown])
    await jest.advanceTimersByTimeAsync(100)
    expect(await both).toMatchObject([{ value: null }, { reason: { message: 'late' } }])
  })

  it('ignores a failure of the work after that', async () => {
    let fail: (error: Error) => void = () => undefined
    const given = raceDeadline(100, new Promise((_resolve, reject) => (fail = reject)), () => 'late')
    await jest.advanceTimersByTimeAsync(100)
    await expect(given).resolves.toBe('late')
    fail(new Error('too late to matter'))
    await jest.advanceTimersByTimeAsync(0)
  })
})

describe('work whose result arrives while this process does something else', () => {
  it('is not late, even if the time limit has passed before the result is read', async () => {
    const other = new Worker(
      `require('worker_threads').parentPort.on('message', (m) => m.port.postMessage('page'))`,
      { eval: true },
    )
    await new Promise((resolve) => other.once('online', resolve))
    const { port1, port2 } = new MessageChannel()
    const result = new Promise((resolve) => port1.once('message', resolve))
    other.postMessage({ port: port2 }, [port2])
    const given = raceDeadline(50, result, () => 'late')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500) // blocks this thread
    const known = await given
    port1.close()
    await other.terminate()
    expect(known).toBe('page')
  })
})
