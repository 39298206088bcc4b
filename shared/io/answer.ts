import { contentError } from './errors.ts'
import { readJson } from './read-json.ts'

/** What came over the wire, whole. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  /** Bytes after decompression. */
  readonly bytes: number
  readonly keys: readonly string[]
  readonly retryAfter: string | null
}

/** An answer of the platform that has been read. Its data is frozen, since several requests may hold it. */
export interface Answer {
  readonly status: number
  /** The JSON of a 200; of any other status what could be read, else null. */
  readonly data: unknown
  /** Whether the body was JSON, or empty where the status lets it be. */
  readonly isReadable: boolean
  readonly keys: readonly string[]
  readonly bytes: number
}

/**
 * Read a wire answer. Anything that is neither a 200 with JSON nor a plain refusal is a bad answer: it must never pass
 * for content or for "not found". Source: reference security D7.
 * @throws AppError content/bad-answer
 */
export function readAnswer(wire: WireAnswer): Answer {
  const { status, keys, bytes } = wire
  if (status === 200) return { status, data: readJson(wire.text), isReadable: true, keys, bytes }
  if (status < 400) throw contentError('content/bad-answer', { details: { reason: `status ${status}` } })
  return { status, ...readRefusal(wire.text), keys: [], bytes }
}

function readRefusal(text: string): Pick<Answer, 'data' | 'isReadable'> {
  if (text.trim() === '') return { data: null, isReadable: true }
  try {
    return { data: readJson(text), isReadable: true }
  } catch {
    // The status is what counts; a gateway's HTML page only costs the platform's own words in the log.
    return { data: null, isReadable: false }
  }
}
