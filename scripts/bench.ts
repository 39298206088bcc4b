/** `npm run bench`: speed and sizes, compared with baselines of the same run. Method and interpretation: bench/README.md. */
import { readOptions } from '../bench/options.ts'
import type { BenchSite } from '../bench/open-site.ts'
import { runBench } from '../bench/run-bench.ts'
import { toMessage } from './start/usage-error.ts'

let site: BenchSite | null = null

/** End every process of the run, then exit. */
async function leave(code: number): Promise<never> {
  await site?.close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void leave(130))
process.once('disconnect', () => void leave(130))

try {
  const isWhole = await runBench(readOptions(process.argv.slice(2)), (opened) => (site = opened))
  await leave(isWhole ? 0 : 1)
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`)
  await leave(1)
}
