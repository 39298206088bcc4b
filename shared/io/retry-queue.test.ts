import { createRetryQueue } from './retry-queue.ts'

const aQueue = (pauses: readonly number[] = []) => {
  const failures: [string, boolean][] = []
  const queue = createRetryQueue({
    concurrency: 4,
    maxWaiting: 1_000,
    pauseMs: (count) => pauses[count - 1] ?? null,
    onFailure: (name, _error, isFinal) => failures.push([name, isFinal]),
  })
  return { failures, queue }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 300 && !isTrue(); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('work in the background, which no request waits for (reference security 1.17)', () => {
  it('does not begin within the request that asks for it', async () => {
    const { queue } = aQueue()
    const done: string[] = []
    queue.add('a', async () => void done.push('a'))
    await Promise.resolve()
    expect(done).toEqual([])
    await queue.drain()
    expect(done).toEqual(['a'])
  })

  it('does at most four things at once, and all of them before it is drained', async () => {
    const { queue } = aQueue()
    let [running, most, done] = [0, 0, 0]
    for (let index = 0; index < 20; index += 1)
      queue.add('a', async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running -= 1
        done += 1
      })
    await queue.drain()
    expect([most, done]).toEqual([4, 20])
  })

  it('tries again a few times, and says when it gives up', async () => {
    const { queue, failures } = aQueue([1, 1])
    let tries = 0
    queue.add('a', () => Promise.reject(new Error(`try ${(tries += 1)}`)))
    await until(() => failures.length === 3)
    expect(failures).toEqual([
      ['a', false],
      ['a', false],
      ['a', true],
    ])
    await queue.drain()
  })

  it('tries what pauses a last time when it is drained', async () => {
    const { queue, failures } = aQueue([60_000])
    const done: string[] = []
    const failOnce = (name: string) => queue.retry(name, async () => void done.push(name), new Error(name))
    failOnce('a')
    let tries = 0
    queue.add('b', () => Promise.reject(new Error(`try ${(tries += 1)}`)))
    await until(() => failures.length === 2)
    expect(done).toEqual([])
    await queue.drain()
    expect(done).toEqual(['a'])
    expect(failures).toEqual([
      ['a', false],
      ['b', false],
      ['b', true],
    ])
  })

  it('runs what is added, or has failed elsewhere, while it is drained or after that until it has failed twice', async () => {
    const { queue, failures } = aQueue([60_000])
    const done: string[] = []
    const failingOnce = (name: string) => {
      let tries = 0
      return async () => {
        if ((tries += 1) === 1) throw new Error(name)
        done.push(name)
      }
    }
    const first = Promise.withResolvers<undefined>()
    queue.add('first', () => first.promise)
    const drained = queue.drain()
    queue.add('added', failingOnce('added'))
    queue.retry('failed', async () => void done.push('failed'), new Error('elsewhere'))
    queue.retry('failing', () => Promise.reject(new Error('again')), new Error('elsewhere'))
    first.resolve(undefined)
    await drained
    queue.retry('later', async () => void done.push('later'), new Error('elsewhere'))
    await until(() => done.length === 3)
    expect(done.sort()).toEqual(['added', 'failed', 'later'])
    expect(failures.filter(([, isFinal]) => isFinal)).toEqual([['failing', true]])
  })

  it('tries what fails while it is drained a last time, and no oftener', async () => {
    const { queue, failures } = aQueue([60_000])
    const first = Promise.withResolvers<undefined>()
    let tries = 0
    queue.add('a', () => ((tries += 1) === 1 ? first.promise : Promise.reject(new Error(`try ${tries}`))))
    await until(() => tries === 1)
    const drained = queue.drain()
    first.reject(new Error('try 1'))
    await drained
    expect(tries).toBe(2)
    expect(failures).toEqual([
      ['a', false],
      ['a', true],
    ])
  })

  it('tries what fails while it is drained once more, however much waits', async () => {
    const done: string[] = []
    const finals: string[] = []
    const queue = createRetryQueue({
      concurrency: 1,
      maxWaiting: 1,
      pauseMs: () => 60_000,
      onFailure: (name, _error, isFinal) => isFinal && finals.push(name),
    })
    const once = (name: string) => async () => void done.push(name)
    for (const name of ['a', 'b', 'c']) queue.retry(name, once(name), new Error('elsewhere'))
    const first = Promise.withResolvers<undefined>()
    let tries = 0
    queue.add('d', () => ((tries += 1) === 1 ? first.promise : once('d')()))
    await until(() => tries === 1)
    const drained = queue.drain()
    first.reject(new Error('try 1'))
    await drained
    expect([done.sort(), finals]).toEqual([['a', 'b', 'c', 'd'], []])
  })

  it('refuses jobs beyond its limit, and logs that', async () => {
    const { queue, failures } = aQueue()
    for (let index = 0; index < 1_003; index += 1) queue.add('a', () => Promise.resolve())
    expect(failures).toEqual([
      ['a', true],
      ['a', true],
      ['a', true],
    ])
    await queue.drain()
  })

  it('begins nothing more once it is closed, not even a retry', async () => {
    const { queue } = aQueue([1])
    let tries = 0
    const fail = () => Promise.reject(new Error(`try ${(tries += 1)}`))
    queue.add('a', () => {
      queue.close()
      return fail()
    })
    queue.add('b', fail)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(tries).toBe(1)
  })
})
