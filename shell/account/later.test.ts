import { createLater } from './later.server.ts'

const aLater = (retryMs: readonly number[] = []) => {
  const failures: [string, boolean][] = []
  return { failures, later: createLater((name, _error, isFinal) => failures.push([name, isFinal]), retryMs) }
}

describe('work that nobody waits for (reference security 1.17)', () => {
  it('does not begin within the request that asks for it', async () => {
    const { later } = aLater()
    const done: string[] = []
    later.run('a', async () => void done.push('a'))
    await Promise.resolve()
    expect(done).toEqual([])
    await later.close()
    expect(done).toEqual(['a'])
  })

  it('does at most four things at once, and all of them before it is closed', async () => {
    const { later } = aLater()
    let [running, most, done] = [0, 0, 0]
    for (let index = 0; index < 20; index += 1)
      later.run('a', async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running -= 1
        done += 1
      })
    await later.close()
    expect([most, done]).toEqual([4, 20])
  })

  it('tries again a few times, and says when it gives up', async () => {
    const { later, failures } = aLater([1, 1])
    let tries = 0
    later.run('a', () => Promise.reject(new Error(`try ${(tries += 1)}`)))
    for (let turn = 0; turn < 300 && failures.length < 3; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect(failures).toEqual([
      ['a', false],
      ['a', false],
      ['a', true],
    ])
    await later.close()
  })

  it('refuses more than can wait, and says so', async () => {
    const { later, failures } = aLater()
    for (let index = 0; index < 1_003; index += 1) later.run('a', () => Promise.resolve())
    expect(failures).toEqual([
      ['a', true],
      ['a', true],
      ['a', true],
    ])
    await later.close()
  })
})
