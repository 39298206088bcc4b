import type { Readable } from 'node:stream'
import type { FormRules } from '@tessera/shared/config'
import { gatewayError } from '../../errors.ts'
import { checkKind, SAMPLE_BYTES } from './file-kinds.server.ts'
import type { Scan } from './scan-file.server.ts'

/** A file that is passed on as a stream: only the current chunk is in memory. */
export interface StreamedFile {
  /** Its chunks. They end normally only if the file is complete, of the right type and clean; otherwise they throw before the end. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Aborted when the sender or the receiver of the file stalls. */
  readonly signal: AbortSignal
  /** Bytes received so far. */
  readonly size: () => number
  /** Reads no further and cancels the scan. Whoever gets the file calls it at the end, even without having taken a chunk. */
  readonly drop: () => void
}

interface Rules extends Pick<FormRules['uploads'], 'maxBytes' | 'stallMs'> {
  /** Name of the file, cleaned. */
  readonly name: string
  /** Begins the scan, when the first chunk is taken. */
  readonly beginScan: () => Scan
}

/**
 * Passes a file on while checking it against the rules. Its chunks throw an AppError: gateway/stalled, gateway/timeout (receiver stalls),
 * gateway/file-empty, gateway/file-type, gateway/file-too-large, gateway/file-infected, gateway/file-unknown.
 */
export function receiveFile(source: Readable, rules: Rules): StreamedFile {
  const stalled = new AbortController()
  const clock = createStallTimer(rules.stallMs, (reason) => {
    stalled.abort(reason)
    source.destroy(reason)
  })
  let bytes = 0
  let begun: Scan | undefined
  const drop = () => {
    clock.stop()
    begun?.cancel()
    source.destroy()
  }
  const take = (chunk: Uint8Array): Uint8Array => {
    bytes += chunk.length
    if (bytes > rules.maxBytes)
      throw gatewayError('gateway/file-too-large', { details: { maxBytes: rules.maxBytes } })
    return chunk
  }
  const forward = async function* (chunk: Uint8Array, scan: Scan) {
    clock.waitFor('taker')
    await scan.write(chunk)
    yield chunk
    clock.waitFor('giver')
  }
  const chunks = async function* () {
    let sample: Buffer | null = Buffer.alloc(0)
    const scan = (begun = rules.beginScan())
    clock.waitFor('giver')
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        take(chunk)
        if (sample === null) yield* forward(chunk, scan)
        else {
          sample = Buffer.concat([sample, chunk])
          if (sample.length < SAMPLE_BYTES) clock.waitFor('giver')
          else {
            const first = sample
            sample = null
            await checkKind(rules.name, first)
            yield* forward(first, scan)
          }
        }
      }
      if (bytes === 0) throw gatewayError('gateway/file-empty')
      if (sample !== null) {
        await checkKind(rules.name, sample)
        yield* forward(sample, scan)
      }
      clock.stop()
      await scan.finish()
    } finally {
      drop()
    }
  }
  return { chunks: chunks(), signal: stalled.signal, size: () => bytes, drop }
}

/** A timer that reports a stall of the file's sender (giver) or receiver (taker). */
function createStallTimer(ms: number, onStall: (reason: Error) => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    waitFor(whom: 'giver' | 'taker') {
      stop()
      timer = setTimeout(
        () => onStall(gatewayError(whom === 'giver' ? 'gateway/stalled' : 'gateway/timeout')),
        ms,
      )
    },
  }
}
