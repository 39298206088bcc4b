/** `npm test`: every check and every test; the last line says how many passed and failed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toLastLine } from './test/counts.ts'
import { ensureChromium } from './test/ensure-chromium.ts'
import { announce, runStaticGates } from './test/run-gates.ts'
import { endSteps } from './test/run-step.ts'
import { runBuild, runJest, runJourneys } from './test/suites.ts'

const reports = mkdtempSync(path.join(tmpdir(), 'tessera-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    endSteps()
    process.exit(130)
  })
}

announce('browser')
const browser = await ensureChromium()
process.stdout.write(`Chromium: ${browser ?? 'none'}\n`)
const failed = [...(browser === null ? ['browser'] : []), ...(await runStaticGates())]
const unit = await runJest(reports)
const isBuilt = await runBuild()
const journeys = await runJourneys(reports, browser, isBuilt)
if (!isBuilt) failed.push('build')
process.stdout.write(failed.length === 0 ? '\n' : `\nFailed checks: ${failed.join(', ')}\n`)
const lastLine = toLastLine([unit, journeys], failed.length)
process.stdout.write(`${lastLine}\n`, () => process.exit(lastLine.endsWith(' 0 failed') ? 0 : 1))
