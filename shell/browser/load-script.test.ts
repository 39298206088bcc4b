import { clientError } from './errors.ts'
import { retryOfChunk, retryOfScript, withRetries } from './load-script.client.ts'

const chunkError = (type: string) =>
  Object.assign(new Error(`Loading chunk 7 failed (${type})`), { name: 'ChunkLoadError', type })

/** An attempt that fails with each of these in turn, then succeeds; it records its arguments. */
function anAttempt(...failures: readonly unknown[]) {
  const asked: string[] = []
  const attempt = async (query: string) => {
    asked.push(query)
    const failure = failures[asked.length - 1]
    if (failure) throw failure
    return 'loaded'
  }
  return { asked, attempt }
}

describe('withRetries (reference federation 6.2)', () => {
  const unreachable = () => clientError('client/script-unreachable')
  const late = () => clientError('client/script-late')

  it('succeeds at the third try after two failures of the network', async () => {
    const { asked, attempt } = anAttempt(unreachable(), unreachable())
    await expect(withRetries(attempt, retryOfScript, 0)).resolves.toBe('loaded')
    expect(asked).toEqual(['', '', ''])
  })

  it('gives up after three tries', async () => {
    const { asked, attempt } = anAttempt(unreachable(), unreachable(), unreachable())
    await expect(withRetries(attempt, retryOfScript, 0)).rejects.toMatchObject({
      code: 'client/script-unreachable',
    })
    expect(asked).toHaveLength(3)
  })

  it('asks at another address after each hang', async () => {
    const { asked, attempt } = anAttempt(late(), late())
    await withRetries(attempt, retryOfScript, 0)
    expect(asked).toEqual(['', '?try=2', '?try=3'])
  })

  it('never tries again what was evaluated and failed', async () => {
    for (const broken of [
      clientError('client/script-broken'),
      new ReferenceError("Cannot access 'x' before initialization"),
    ]) {
      const { asked, attempt } = anAttempt(broken)
      await expect(withRetries(attempt, retryOfScript, 0)).rejects.toBe(broken)
      expect(asked).toHaveLength(1)
    }
  })

  it("tries a remote's chunk again when it could not be fetched, not when it hung or threw, and no entry twice over", () => {
    expect(retryOfChunk(chunkError('error'))).toBe('same-address')
    expect(retryOfChunk(chunkError('timeout'))).toBe('never')
    expect(retryOfChunk(new TypeError('not a function'))).toBe('never')
    expect(retryOfChunk(unreachable())).toBe('never')
  })
})
