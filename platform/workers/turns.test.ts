import { jest } from '@jest/globals'
import type { PlatformError } from '../errors.ts'
import { createTurns } from './turns.ts'

const LIMITS = { places: 2, maxWaiting: 2, patienceMs: 5_000 }

/** Run all pending microtasks. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('the turns of readers', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  /** Takes turns by name, and records which got a place and which were refused; `leave` gives a place back. */
  const aQueue = () => {
    const turns = createTurns(LIMITS)
    const inside: string[] = []
    const refused: string[] = []
    const leaving = new Map<string, () => void>()
    const enter = async (...names: readonly string[]): Promise<void> => {
      for (const name of names)
        turns.take().then(
          (leave) => {
            leaving.set(name, leave)
            inside.push(name)
          },
          ({ code }: PlatformError) => void refused.push(`${name}: ${code}`),
        )
      await settle()
    }
    const leave = async (name: string): Promise<void> => {
      leaving.get(name)?.()
      await settle()
    }
    return { enter, leave, inside, refused }
  }

  test('so many come in at once, and the others as these leave, in the order in which they came', async () => {
    const { enter, leave, inside } = aQueue()
    await enter('a', 'b', 'c', 'd')
    expect(inside).toEqual(['a', 'b'])
    await leave('b')
    expect(inside).toEqual(['a', 'b', 'c'])
    await leave('a')
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })

  test('who has waited too long is refused, and takes nobody’s place', async () => {
    const { enter, leave, inside, refused } = aQueue()
    await enter('a', 'b', 'late')
    jest.advanceTimersByTime(LIMITS.patienceMs - 1)
    await enter('c')
    expect(refused).toEqual([])
    jest.advanceTimersByTime(1)
    await leave('a')
    expect(refused).toEqual(['late: platform/too-slow'])
    expect(inside).toEqual(['a', 'b', 'c'])
    expect(jest.getTimerCount()).toBe(0)
  })

  test('more than may wait are refused at once', async () => {
    const { enter, leave, inside, refused } = aQueue()
    await enter('a', 'b', 'c', 'd', 'e')
    expect(refused).toEqual(['e: platform/too-slow'])
    for (const name of ['a', 'b', 'c', 'd']) await leave(name)
    await enter('f', 'g', 'h')
    expect(inside).toEqual(['a', 'b', 'c', 'd', 'f', 'g'])
  })
})
