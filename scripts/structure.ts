/** `npm run structure`: what the layout of the shell is held to, and how it stands. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { measureShell } from './structure/measure-shell.ts'

const { files, twoWayPairs, longestFunction, switchedOff } = measureShell()
const script = path.join(import.meta.dirname, 'structure/files-of-a-page.ts')
const printed = execFileSync(process.execPath, [script], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const way = JSON.parse(printed) as { readonly files: readonly string[] }
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say(`source files of the shell                        ${files}`)
say(`pairs of folders that import each other          ${twoWayPairs.length} ${twoWayPairs.join(', ')}`)
say(`longest function, in lines                       ${longestFunction.lines} ${longestFunction.place}`)
say(`limits of size that are switched off             ${switchedOff.length} ${switchedOff.join(', ')}`)
say(`files of shell and shared that an uncached page runs  ${way.files.length}`)
for (const file of way.files) say(`  ${file}`)
