import { jest } from '@jest/globals'
import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { createMemoryStore } from '../../store/shared-store.server.ts'
import { createFormPlatform } from './form-platform.server.ts'
import { createNotices } from './notices.server.ts'
import { createOutbound } from './outbound.server.ts'

const ignore = () => undefined
const RULES = { postMs: 60_000, uploadPath: '/upload', keptMs: 3_600_000, onLeftToOther: ignore }

/** Notices whose calls are answered by the test, and what was given up or left to another process. */
function heldNotices(pausesMs?: readonly number[]) {
  const [finals, left]: readonly [string[], string[]] = [[], []]
  const calls: PromiseWithResolvers<undefined>[] = []
  const call = () => {
    const answer = Promise.withResolvers<undefined>()
    calls.push(answer)
    return answer.promise
  }
  const notices = createNotices(call, {
    ...RULES,
    store: createMemoryStore(),
    ...(pausesMs && { pausesMs }),
    onFailure: (post, _error, isFinal) => isFinal && finals.push(post),
    onLeftToOther: (post) => void left.push(post),
  })
  return { ...notices, calls, finals, left }
}

describe('a notification about a form', () => {
  it('is made by another process when the first one has ended meanwhile', async () => {
    let laterMs = 0
    const store = createMemoryStore({ now: () => performance.now() + laterMs })
    const parts = { ...RULES, store, pausesMs: Array<number>(100).fill(20), onFailure: ignore }
    const called: string[] = []
    const aProcess = (name: string, isEnding: boolean) =>
      createNotices(async () => {
        called.push(name)
        if (isEnding) await new Promise(ignore)
      }, parts)
    void aProcess('first', true).notify('72', '1')
    const second = aProcess('second', false)
    await second.notify('72', '1')
    expect(called).toEqual(['first'])
    laterMs = 63_000
    await until(() => called.length === 2)
    await aProcess('third', false).notify('72', '1')
    expect(called).toEqual(['first', 'second'])
    await second.close()
  })
  it('is made also where a call may take longer than all other pauses', async () => {
    jest.useFakeTimers()
    try {
      const [store, postMs] = [createMemoryStore({ now: Date.now }), 600_000]
      const parts = { ...RULES, store, postMs, onFailure: ignore }
      void createNotices(() => new Promise(ignore), parts).notify('72', '1')
      let calls = 0
      await createNotices(async () => void (calls += 1), parts).notify('72', '1')
      await jest.advanceTimersByTimeAsync(600_000)
      expect(calls).toBe(0)
      await jest.advanceTimersByTimeAsync(60_000)
      expect(calls).toBe(1)
    } finally {
      jest.useRealTimers()
    }
  })
  it('that keeps failing is given up, and may be asked for again', async () => {
    const failed: [string, boolean][] = []
    let calls = 0
    const { notify, close } = createNotices(
      async () => {
        calls += 1
        throw new Error('503')
      },
      {
        ...RULES,
        store: createMemoryStore(),
        pausesMs: [20, 20],
        onFailure: (post, _error, isFinal) => failed.push([post, isFinal]),
      },
    )
    // A second request meanwhile starts no tries of its own.
    await Promise.allSettled([notify('72', '1'), notify('72', '1')])
    await until(() => failed.length === 3)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(calls).toBe(3)
    expect(failed).toEqual([
      ['1', false],
      ['1', false],
      ['1', true],
    ])
    await expect(notify('72', '1')).rejects.toThrow('503')
    await close()
  })
  it('that waits to be tried again is tried a last time when its server closes, and is reported when it fails then', async () => {
    const failed: [string, boolean][] = []
    const called: string[] = []
    let isDown = true
    const { notify, close } = createNotices(
      async (_version, post) => {
        called.push(post)
        if (isDown || post === '2') throw new Error('503')
      },
      {
        ...RULES,
        store: createMemoryStore(),
        onFailure: (post, _error, isFinal) => isFinal && failed.push([post, isFinal]),
      },
    )
    await Promise.allSettled([notify('72', '1'), notify('72', '2')])
    isDown = false
    await close()
    expect(called).toEqual(['1', '2', '1', '2'])
    expect(failed).toEqual([['2', true]])
  })
  it('that is under way when its server closes is waited for, and is tried a last time when it fails meanwhile', async () => {
    const { notify, close, calls, finals } = heldNotices()
    const begun = notify('72', '1').catch(ignore)
    await until(() => calls.length === 1)
    let isClosed = false
    const closed = close().then(() => (isClosed = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isClosed).toBe(false)
    calls[0]?.reject(new Error('503'))
    await begun
    await until(() => calls.length === 2)
    calls[1]?.resolve(undefined)
    await closed
    expect(finals).toEqual([])
  })
  it('that is asked for by two requests is made once, and is not left to another process when the server closes', async () => {
    const { notify, close, calls, left } = heldNotices()
    const begun = [notify('72', '1'), notify('72', '1')]
    await until(() => calls.length === 1)
    const closed = close()
    await new Promise((resolve) => setTimeout(resolve, 20))
    calls[0]?.resolve(undefined)
    await Promise.all([...begun, closed])
    expect([calls.length, left]).toEqual([1, []])
  })
  it('that is being repeated when its server closes is tried a last time when that fails', async () => {
    const { notify, close, calls, finals } = heldNotices([5, 60_000])
    const begun = notify('72', '1').catch(ignore)
    await until(() => calls.length === 1)
    calls[0]?.reject(new Error('503'))
    await begun
    await until(() => calls.length === 2)
    const closed = close()
    calls[1]?.reject(new Error('503'))
    await until(() => calls.length === 3)
    calls[2]?.resolve(undefined)
    await closed
    expect(finals).toEqual([])
  })
  it('that another process has begun is left to it when the server closes, and is not said to be lost', async () => {
    const store = createMemoryStore()
    const [failed, left]: string[][] = [[], []]
    const parts = {
      ...RULES,
      store,
      onFailure: (post: string) => void failed?.push(post),
      onLeftToOther: (post: string) => void left?.push(post),
    }
    void createNotices(() => new Promise(ignore), parts).notify('72', '1')
    const second = createNotices(async () => undefined, parts)
    await second.notify('72', '1')
    await second.close()
    expect([failed, left]).toEqual([[], ['1']])
  })
  describe('at a content system', () => {
    const keys: unknown[] = []
    const outbound = createOutbound()
    let status = 200
    let cms: FaultServer
    beforeAll(async () => {
      cms = await aFaultServer((request, response) => {
        request.resume()
        keys.push(request.headers['idempotency-key'])
        if (status === 0) return request.socket.destroy()
        return sendJson(response, {}, status)
      })
    })
    afterAll(async () => {
      await outbound.close()
      await cms.close()
    })
    beforeEach(() => void keys.splice(0))

    it('that did not answer before is asked a last time for each of them when the server closes', async () => {
      status = 0
      const { notify, close } = createNotices(createFormPlatform(cms.url, RULES, outbound).notify, {
        ...RULES,
        store: createMemoryStore(),
        pausesMs: [60_000],
        onFailure: ignore,
      })
      const posts = Array.from({ length: 30 }, (_, index) => `${index}`)
      for (const post of posts) await notify('72', post).catch(ignore)
      status = 200
      keys.splice(0)
      await close()
      expect([...keys].sort()).toEqual(posts.map((post) => `notice-72-${post}`).sort())
    })
    it.each([
      [200, 1],
      [202, 1],
      [204, 1],
      [302, 1],
      [400, 1],
      [404, 1],
      [429, 3],
      [500, 3],
      [503, 3],
      [0, 3],
    ])(
      'that answers %i (0: not at all) is asked for it %i times, with the same key',
      async (answer, calls) => {
        status = answer
        const finals: boolean[] = []
        const { notify, close } = createNotices(createFormPlatform(cms.url, RULES, outbound).notify, {
          ...RULES,
          store: createMemoryStore(),
          pausesMs: [5, 5],
          onFailure: (_post, _error, isFinal) => finals.push(isFinal),
        })
        const isMade = await notify('72', '1').then(
          () => true,
          () => false,
        )
        expect(isMade).toBe(answer >= 200 && answer < 300)
        if (!isMade) await until(() => finals.at(-1) === true)
        await close()
        expect(keys).toEqual(Array(calls).fill('notice-72-1'))
      },
    )
  })
})
