import { jest } from '@jest/globals'
import { admitPages } from './create-page.server.ts'

/** Pages that are being made, and pages that wait for their turn; see create-page.server.ts. */
const [AT_ONCE, WAITING] = [64, 128]
const DEADLINE_MS = 10_000

describe('a page whose work never ends, although all that it waits for has a deadline', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }))
  afterEach(() => jest.useRealTimers())

  it('gives its place to the next one when it has been waited for long enough', async () => {
    const answer = admitPages(
      (page: string) => (page === 'lost' ? new Promise<string>(() => undefined) : Promise.resolve(page)),
      DEADLINE_MS,
    )
    const ask = async (page: string) => answer(page).catch(({ code }: { readonly code: string }) => code)
    const lost = Promise.all(Array.from({ length: AT_ONCE }, () => ask('lost')))
    await jest.advanceTimersByTimeAsync(DEADLINE_MS + 1_500)
    const next = Promise.all(Array.from({ length: WAITING }, () => ask('page')))
    expect(await ask('one more')).toBe('page/busy')
    await jest.advanceTimersByTimeAsync(500)
    expect(new Set(await lost)).toEqual(new Set(['page/deadline']))
    expect(new Set(await next)).toEqual(new Set(['page']))
    expect(await ask('page')).toBe('page')
    expect(jest.getTimerCount()).toBe(0)
  })
})
