import { crc32, deflateRawSync } from 'node:zlib'

/** A compressed zip archive of texts by file name. */
export function aZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = []
  const contents: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const packed = deflateRawSync(plain)
    const title = Buffer.from(name)
    // Version, flags, method (deflated), time and date, checksum, both sizes, length of the name, no extra field.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, title, packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(at, 10)
    contents.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, where, title]))
    bodies.push(local)
    at += local.length
  }
  const list = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(contents.length, 8)
  end.writeUInt16LE(contents.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}
