/** `npm run bench:platform -- --kills N`. */
import { parseArgs } from 'node:util'
import { runKills } from './kill-trial.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '' } }, strict: true })
if (!/^[1-9]\d{0,4}$/.test(values.kills)) {
  process.stderr.write(`--kills must be a whole number, not "${values.kills}"\n`)
  process.exit(1)
}
const report = await runKills(Number(values.kills))
const { kills, acknowledged, lost, duplicated, sentAgain, strayFiles } = report
const counts = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}`)
process.stdout.write(
  `${kills} kills under load: ${counts.join(', ')} acknowledged; ${sentAgain} sent again; ${lost} lost, ${duplicated} duplicated, ${strayFiles} stray files\n`,
)
if (lost > 0 || duplicated > 0 || strayFiles > 0) process.exitCode = 1
