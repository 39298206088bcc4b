import { inflateRawSync } from 'node:zlib'

/** A file inside a zip archive. `read` unpacks it, into at most `mostBytes` bytes. */
export type Packed = { readonly name: string; readonly read: (mostBytes: number) => Buffer }

const [END_MARK, ENTRY_MARK, LOCAL_MARK] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const MAX_COMMENT = 0xffff
const MAX_ENTRIES = 10_000
const [STORED, DEFLATED] = [0, 8]

/** The files in a zip archive's directory. Throws when it is broken or has too many files; `read` throws for encrypted files. */
export function readZip(bytes: Buffer): readonly Packed[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new Error('the archive has too many files')
  const files: Packed[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = count; left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY_MARK) throw new Error('the archive is broken')
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28)
    const entry = {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      start: bytes.readUInt32LE(at + 42),
    }
    const name = bytes.toString('utf8', at + ENTRY_BYTES, nameEnd)
    files.push({ name, read: (mostBytes) => unpack(bytes, entry, mostBytes) })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (bytes.readUInt32LE(at) === END_MARK) return at
  throw new Error('this is no archive')
}

type Entry = {
  readonly isEncrypted: boolean
  readonly method: number
  readonly packed: number
  readonly start: number
}

function unpack(bytes: Buffer, { isEncrypted, method, packed, start }: Entry, mostBytes: number): Buffer {
  if (isEncrypted) throw new Error('the archive is encrypted')
  if (bytes.readUInt32LE(start) !== LOCAL_MARK) throw new Error('the archive is broken')
  const from = start + LOCAL_BYTES + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const data = bytes.subarray(from, from + packed)
  if (method === STORED) {
    if (data.length > mostBytes) throw new Error('a file of the archive is too large')
    return data
  }
  if (method !== DEFLATED) throw new Error('the archive is packed in an unknown way')
  // The length that the archive states may be wrong, so unpacking stops at the limit.
  return inflateRawSync(data, { maxOutputLength: mostBytes })
}
