import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Replace all occurrences of a text in a source file. @throws Error when the file does not contain it */
export function editFile(root: string, file: string, from: string, to: string): void {
  const place = path.join(root, file)
  const text = readFileSync(place, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not say "${from}"`)
  writeFileSync(
    place,
    text.replaceAll(from, () => to),
  )
}
