import { LRUCache } from 'lru-cache'
import type { Limits } from '../config/index.ts'
import { readAnswer } from './answer.ts'
import type { Answer, WireAnswer } from './answer.ts'
import type { PlatformCall } from './platform-call.ts'

/** Reads what came over the wire for a call. @throws AppError content/bad-answer */
export type AnswerReader = (call: PlatformCall, wire: WireAnswer) => Answer

interface Known {
  readonly text: string
  readonly data: unknown
}

/** Text, and the JSON that it became. */
const BYTES_PER_BYTE = 4

/**
 * A reader that remembers what it read for everybody's calls. Most answers are the same as the one before them: such a text
 * is not parsed again, and as its data stays the same object, what was made from it (menus, page models) stays in use too.
 * Which answers are asked for, and when, is not its matter.
 */
export function createAnswerReader({ cacheEntries, cacheBytes }: Limits): AnswerReader {
  const known = new LRUCache<string, Known>({
    max: cacheEntries,
    maxSize: cacheBytes,
    sizeCalculation: ({ text }, key) => text.length * BYTES_PER_BYTE + key.length + 1,
  })
  return (call, wire) => {
    if (!call.isPublic || call.method !== 'GET' || wire.status !== 200) return readAnswer(wire)
    const before = known.get(call.url)
    if (before?.text === wire.text)
      return { status: 200, data: before.data, isReadable: true, keys: wire.keys, bytes: wire.bytes }
    const answer = readAnswer(wire)
    known.set(call.url, { text: wire.text, data: answer.data })
    return answer
  }
}
