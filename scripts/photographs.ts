/** `node scripts/photographs.ts FOLDER`: makes the demonstration's photographs again. They are computed, so they need no permission. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fromTerminal } from './paths/root.ts'
import { renderPicture } from './photographs/render-picture.ts'
import { SCENES } from './photographs/scenes.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit, UsageError } from './start/usage-error.ts'

const USAGE = 'Usage: node scripts/photographs.ts FOLDER'
const folder = orExit(() => {
  const [given] = readArguments({}, 1, USAGE).positionals
  if (!given) throw new UsageError(USAGE)
  return fromTerminal(given)
})
mkdirSync(folder, { recursive: true })
for (const [name, scene] of Object.entries(SCENES)) {
  const bytes = await renderPicture(scene(), 1440)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const file = `${name}.x${hash}.webp`
  writeFileSync(path.join(folder, file), bytes)
  console.log(`${file}  ${bytes.length} bytes`)
}
