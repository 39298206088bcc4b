/** A file of a release store, with its age by the store's clock. */
export interface StoredFile {
  /** Path below the store, with forward slashes. */
  readonly file: string
  readonly ageMs: number
}

/** The storage of a release store. Names of files are paths below it, with forward slashes. Methods reject when it does not answer. */
export interface ReleaseStorage {
  /** Name of the storage, the same for all processes on this machine; contains no secret. */
  readonly name: string
  /** The content of a file; null if it does not exist. @throws FileTooLong */
  read(file: string, maxBytes?: number): Promise<Buffer | null>
  /** Creates a file. False, and nothing is written, if it exists. */
  create(file: string, bytes: Buffer): Promise<boolean>
  /**
   * Overwrites a file. Except in a folder: false, and nothing is written, if it has changed since `before` was read.
   * @param before what `read` gave, the same buffer; null if the file did not exist
   */
  replace(file: string, bytes: Buffer, before: Buffer | null): Promise<boolean>
  /** Null at an http(s) URL, where only documents can be written. */
  readonly files: FileStorage | null
}

/** Operations on the files of a store besides its documents. */
export interface FileStorage {
  /** Writes a file, whether it exists or not. */
  write(file: string, bytes: Buffer): Promise<void>
  /** The files below a folder, whose name ends in a slash, or all files for an empty name; none if the folder does not exist. */
  list(below: string): Promise<readonly StoredFile[]>
  /** Deletes a file; no error if it does not exist. */
  remove(file: string): Promise<void>
  /** Where requests cost money: the shortest interval at which a shell writes and reads reports, in milliseconds; else 0. */
  readonly everyMs: number
  /** The folder; null if the files are not on this machine. */
  readonly folder: string | null
}

/** The error for a file with more bytes than allowed. */
export class FileTooLong extends Error {
  override readonly name = 'FileTooLong'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}

/** The content of a file, from an answer. @throws FileTooLong, without reading the rest; Error when the body is incomplete */
export async function readFileFrom({ body }: Response, maxBytes: number): Promise<Buffer> {
  // Not `readCapped` of shared/io: teams' repositories have this file, and nothing of shared/io.
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new FileTooLong(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
