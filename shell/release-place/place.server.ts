/** A file of a release store, and how long ago it was written by the clock of the store. */
export interface PlacedFile {
  /** Below the store, with forward slashes. */
  readonly file: string
  readonly ageMs: number
}

/** Where a release store lies. Files are named below it, with forward slashes. What does not answer throws an Error that says so. */
export interface ReleasePlace {
  /** The same for everybody on this machine who means this place; it holds no secret. */
  readonly name: string
  /** Null where there is no such file. @throws FileTooLong */
  read(file: string, maxBytes?: number): Promise<Buffer | null>
  /** Write a file that is not there. False, and nothing is written, when it is. */
  create(file: string, bytes: Buffer): Promise<boolean>
  /** Write over a file. Not in a folder: false, and nothing is written, when it has changed since it was last read here. */
  replace(file: string, bytes: Buffer): Promise<boolean>
  /** Null at an http(s) address, where files besides documents are only read. */
  readonly files: PlacedFiles | null
}

/** What can be done to the files of a store that are no documents. */
export interface PlacedFiles {
  /** Write a file, whether it is there or not. */
  write(file: string, bytes: Buffer): Promise<void>
  /** Those below a folder, which ends in a slash, or all with an empty name; none where there is no such folder. */
  list(below: string): Promise<readonly PlacedFile[]>
  /** One that is not there is no error. */
  remove(file: string): Promise<void>
  /** Where each request costs, a shell says something and reads what others say at most this often, in milliseconds; else 0. */
  readonly everyMs: number
  /** The folder; null where the files are not on this machine. */
  readonly folder: string | null
}

/** A file has more bytes than it may have. */
export class FileTooLong extends Error {
  override readonly name = 'FileTooLong'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}

/** The body of an answer. @throws FileTooLong, before the rest of it is read; Error when it is cut off */
export async function readCapped(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new FileTooLong(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
