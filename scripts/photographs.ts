/** `node scripts/photographs.ts FOLDER`: makes the demonstration's photographs again. They are computed, so they need no permission. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fromTerminal } from './paths/root.ts'
import { renderPicture } from './photographs/render-picture.ts'
import { SCENES } from './photographs/scenes.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node scripts/photographs.ts FOLDER')
mkdirSync(fromTerminal(folder), { recursive: true })
for (const [name, scene] of Object.entries(SCENES)) {
  const bytes = await renderPicture(scene(), 1440)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const file = `${name}.x${hash}.webp`
  writeFileSync(path.join(fromTerminal(folder), file), bytes)
  console.log(`${file}  ${bytes.length} bytes`)
}
