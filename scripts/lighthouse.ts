/** `npm run lighthouse -- [PATH ...]`: Lighthouse's mobile preset over demonstration pages, with the audits that cost points. */
import { auditPage, CATEGORIES, type PageAudit } from '../bench/audit-page.ts'
import { readMachine } from '../bench/machine.ts'
import { openSite, type BenchSite } from '../bench/open-site.ts'
import { AUDITED_PAGES } from '../bench/pages.ts'
import { findChromium } from '../e2e/support/chromium.ts'
import { readArguments } from './start/read-arguments.ts'
import { toMessage, UsageError } from './start/usage-error.ts'

let site: BenchSite | null = null

/** End every process of the run, then exit. */
async function leave(code: number): Promise<never> {
  await site?.close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void leave(130))
process.once('disconnect', () => void leave(130))

/** Whether every page has 100 in every category. */
async function main(): Promise<boolean> {
  const { paths, runs } = readOptions()
  const chromePath = findChromium()
  if (chromePath === null) throw new UsageError('Lighthouse needs a Chromium: CHROME_PATH names one.')
  site = await openSite(readMachine())
  const shell = await site.startShell('lighthouse', { isFree: true })
  let isWhole = true
  for (const path of paths) {
    const audit = await auditPage(shell.url + path, chromePath, runs)
    printAudit(path, audit)
    isWhole &&= CATEGORIES.every((id) => audit.figures[id] === 100)
  }
  return isWhole
}

function readOptions(): { readonly paths: readonly string[]; readonly runs: number } {
  const options = { runs: { type: 'string', default: '1' } } as const
  const { values, positionals } = readArguments(
    options,
    Infinity,
    'Usage: npm run lighthouse -- [PATH ...] [--runs N]',
  )
  const wrong = positionals.find((path) => !path.startsWith('/'))
  if (wrong !== undefined) throw new UsageError(`A path begins with /, not "${wrong}".`)
  if (!/^[1-9]\d?$/.test(values.runs))
    throw new UsageError(`--runs needs a number from 1 to 99, not "${values.runs}".`)
  return {
    paths: positionals.length > 0 ? positionals : Object.values(AUDITED_PAGES),
    runs: Number(values.runs),
  }
}

function printAudit(path: string, { figures, failed, advice }: PageAudit): void {
  const scores = CATEGORIES.map((id) => `${id} ${Math.round(figures[id])}`).join(', ')
  const { FCP, LCP, TBT, CLS } = figures
  const times = `FCP ${FCP.toFixed(0)}, LCP ${LCP.toFixed(0)}, TBT ${TBT.toFixed(0)} ms, CLS ${CLS.toFixed(3)}`
  console.log(`${path}\n  ${scores}\n  ${times}`)
  for (const line of failed) console.log(`  lost points: ${line}`)
  for (const line of advice) console.log(`  advice: ${line}`)
}

try {
  await leave((await main()) ? 0 : 1)
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`)
  await leave(2)
}
