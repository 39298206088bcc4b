import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Replace words in a source file, wherever they stand in it. @throws Error when they are not in it */
export function editFile(root: string, file: string, from: string, to: string): void {
  const place = path.join(root, file)
  const text = readFileSync(place, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not say "${from}"`)
  writeFileSync(
    place,
    text.replaceAll(from, () => to),
  )
}
