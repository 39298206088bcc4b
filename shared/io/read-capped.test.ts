import { readCapped } from './read-capped.ts'

/** A body of three chunks of two bytes; `read` counts the chunks that were asked for. */
function aBody() {
  const seen = { read: 0, isCancelled: false }
  const body = (async function* () {
    try {
      while (seen.read < 3) {
        seen.read += 1
        yield Buffer.from(`${seen.read};`)
      }
    } finally {
      seen.isCancelled = seen.read < 3
    }
  })()
  return { seen, body }
}
const tooLarge = () => new RangeError('too large')

describe('the body of an answer', () => {
  it('is read whole when it is as large as it may be', async () => {
    expect((await readCapped(aBody().body, 6, tooLarge)).toString()).toBe('1;2;3;')
  })

  it('is an error as soon as it is larger, and its rest is cancelled', async () => {
    const { body, seen } = aBody()
    await expect(readCapped(body, 3, tooLarge)).rejects.toThrow('too large')
    expect(seen).toEqual({ read: 2, isCancelled: true })
  })

  it('is cancelled also when it is that of a fetch', async () => {
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(4)),
      cancel: () => void (isCancelled = true),
    })
    await expect(readCapped(new Response(stream).body!, 6, tooLarge)).rejects.toThrow('too large')
    expect(isCancelled).toBe(true)
  })
})
