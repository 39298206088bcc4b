import { until } from '@tessera/shared/testing'
import { createMemoryStore } from '../../store/shared-store.server.ts'
import { notifyOnce } from './form-platform.server.ts'

describe('a notification about a form', () => {
  it('is made by another process when the first one has ended meanwhile', async () => {
    let laterMs = 0
    const store = createMemoryStore({ now: () => performance.now() + laterMs })
    const onFailure = () => undefined
    const parts = { store, postMs: 60_000, keptMs: 3_600_000, againMs: [20, 20, 20, 20, 20, 20], onFailure }
    const called: string[] = []
    const aProcess = (name: string, isEnding: boolean) =>
      notifyOnce(async () => {
        called.push(name)
        if (isEnding) await new Promise(() => undefined)
      }, parts)
    void aProcess('first', true)('72', '1')
    const second = aProcess('second', false)
    await second('72', '1')
    expect(called).toEqual(['first'])
    laterMs = 63_000
    await until(() => called.length === 2)
    await aProcess('third', false)('72', '1')
    expect(called).toEqual(['first', 'second'])
  })
  it('that keeps failing is given up, and may be asked for again', async () => {
    const failed: string[] = []
    let calls = 0
    const notify = notifyOnce(
      async () => {
        calls += 1
        throw new Error('503')
      },
      {
        store: createMemoryStore(),
        postMs: 60_000,
        keptMs: 3_600_000,
        againMs: [20, 20],
        onFailure: (post) => failed.push(post),
      },
    )
    // A second request meanwhile starts no tries of its own.
    await expect(Promise.allSettled([notify('72', '1'), notify('72', '1')])).resolves.toBeDefined()
    await until(() => failed.length === 2)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect([calls, failed]).toEqual([3, ['1', '1']])
    await expect(notify('72', '1')).rejects.toThrow('503')
  })
})
