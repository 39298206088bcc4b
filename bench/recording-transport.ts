import { createUndiciTransport, type Transport, type WireAnswer } from '@tessera/shared/io'

/** A platform in memory: requests each address from the real one once, and then repeats its answer. */
export function createRecordingTransport(): Transport {
  const wire = createUndiciTransport()
  const answers = new Map<string, Promise<WireAnswer>>()
  return {
    send(request) {
      const key = `${request.method} ${request.url} ${request.body ?? ''}`
      const known = answers.get(key)
      if (known) return known
      const answer = wire.send(request)
      answers.set(key, answer)
      answer.catch(() => answers.delete(key))
      return answer
    },
    close: () => wire.close(),
  }
}
