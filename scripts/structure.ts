/** `npm run structure`: the limits for the layout of the shell, and its current figures. */
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'
import { isLater, measureShell } from './structure/measure-shell.ts'
import { pageFiles } from './structure/page-files.ts'

orExit(() => readArguments({}))
const { files, laterFiles, twoWayPairs, longestFunction, switchedOff } = measureShell()
const onTheWay = pageFiles()
const ofTheShell = onTheWay.filter((file) => file.startsWith('shell/') && !isLater(file))
const lines = [
  `source files of the shell                        ${files + laterFiles}: ${files} (at most 160), and ${laterFiles} in folders that came later`,
  `pairs of folders that import each other          ${twoWayPairs.length} (none) ${twoWayPairs.join(', ')}`,
  `longest function, in lines                       ${longestFunction.lines} (at most 60) ${longestFunction.position}`,
  `limits of size that are switched off             ${switchedOff.length} (none) ${switchedOff.join(', ')}`,
  `files of the shell that an uncached page runs    ${ofTheShell.length} (at most 45), and ${onTheWay.length - ofTheShell.length} of shared and of folders that came later`,
  ...onTheWay.map((file) => `  ${file}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
