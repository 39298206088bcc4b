import { readFile } from 'node:fs/promises'
import { readFileText } from '../files/file-text.ts'

/** Read the text inside a file. Throws when it cannot be read. */
export async function readText(file: string): Promise<string> {
  return readFileText(file, await readFile(file))
}
