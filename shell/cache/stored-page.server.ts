import { hash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encode, isWorthEncoding, type Encoding } from '../server/compress.server.ts'
import type { PageAnswer } from './page-answer.ts'

/** How a body is sent: compressed, or as it is. */
export type BodyEncoding = Encoding | 'identity'

/** An answer as it is kept: each form of its body made once, when it is first asked for. */
export interface StoredPage {
  readonly answer: Omit<PageAnswer, 'body'>
  /** What its strong ETags begin with. */
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<BodyEncoding, Buffer>>>
  /** By the monotonic clock, in milliseconds. */
  readonly madeAt: number
  /** The releases that made it. */
  readonly stamp: string
  /** Until then nobody tries to make it anew, since the last trial failed. */
  readonly restsUntil: number
}

/** A page, and how it came: kept and fresh, kept and past its time, or made just now. */
export interface ServedPage {
  readonly page: StoredPage
  readonly how: 'hit' | 'stale' | 'made'
  readonly ageMs: number
}

/** Keep an answer. */
export function storePage(
  { body, ...answer }: PageAnswer,
  { madeAt, stamp }: Pick<StoredPage, 'madeAt' | 'stamp'>,
): StoredPage {
  const identity = toBytes(body)
  return {
    answer,
    tag: hash('sha256', identity, 'base64url'),
    bodies: { identity },
    madeAt,
    stamp,
    restsUntil: 0,
  }
}

const encoder = new TextEncoder()

/** A document was joined from many parts: of such a text this takes half the time that `Buffer.from` does. */
function toBytes(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text)
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The body in an encoding, and the page with that body in it where it had to be made. */
export function bodyOf(
  page: StoredPage,
  wanted: BodyEncoding,
): { readonly body: Buffer; readonly encoding: BodyEncoding; readonly page: StoredPage } {
  const encoding = isWorthKeeping(page, wanted) ? wanted : 'identity'
  const known = page.bodies[encoding]
  if (known) return { body: known, encoding, page }
  const identity = identityOf(page.bodies)
  const body = encoding === 'identity' ? identity : encode(identity, encoding)
  // The plain form goes once there is a small one, since it can be had from that: few ask for it.
  const { identity: _plain, ...small } = page.bodies
  return { body, encoding, page: { ...page, bodies: { ...small, [encoding]: body } } }
}

const isWorthKeeping = ({ bodies }: StoredPage, wanted: BodyEncoding): boolean =>
  wanted !== 'identity' && (bodies[wanted] !== undefined || isWorthEncoding(identityOf(bodies).length))

function identityOf({ identity, br, gzip }: StoredPage['bodies']): Buffer {
  if (identity) return identity
  return br ? brotliDecompressSync(br) : gzip ? gunzipSync(gzip) : Buffer.alloc(0)
}

/** Bytes in memory, nearly. */
export function sizeOf({ answer, bodies, stamp }: StoredPage): number {
  const body = Object.values(bodies).reduce((sum, one) => sum + one.length, 0)
  return body + stamp.length + answer.keys.length * KEY_BYTES + PAGE_BYTES
}

/** A key of a page and its place in the index; and the page itself, headers and all. */
const KEY_BYTES = 120
const PAGE_BYTES = 1_200

/** The ETag of a page in an encoding: other bytes are another tag. */
export const etagOf = ({ tag }: StoredPage, encoding: BodyEncoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

/** Whether `If-None-Match` names the page in any of its encodings: what they say is the same. */
export function isKnown({ tag }: StoredPage, header: string | undefined): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one.slice(1, -1).replace(/-(br|gzip)$/, '') === tag)
}
