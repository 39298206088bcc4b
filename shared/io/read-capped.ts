import type { Json } from '../contract/index.ts'

/**
 * The bytes of a body, at most `maxBytes`; none for a body that is null. They are counted while they arrive: a larger body is cancelled,
 * and rejects with what `tooLarge` gives. An incomplete body rejects too.
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The value of a JSON text, which may begin with a byte order mark; null for any other text: the caller decides what that means. */
export function jsonOf(text: string): Json | null {
  try {
    return JSON.parse(text.trimStart()) as Json
  } catch {
    return null
  }
}
