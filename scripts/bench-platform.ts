/**
 * `npm run bench:platform`: the platform with 10,000, 100,000 and 1,000,000 entries; with `-- --kills N` a check that posts through the
 * gateway survive N kills of the platform. Figures and method: docs/platform-figures.md.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { ROOT } from './paths/root.ts'
import { answerHelp } from './start/read-arguments.ts'

answerHelp(
  'Usage: npm run bench:platform -- [--sizes N,N...] [--asked N] [--data FOLDER], or npm run bench:platform -- --kills N',
)
const given = process.argv.slice(2)
const script = given.includes('--kills') ? 'bench/kills/main.ts' : 'platform/bench/main.server.ts'
const child = spawn(process.execPath, [path.join(ROOT, script), ...given], { cwd: ROOT, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('disconnect', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
