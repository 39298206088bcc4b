/** `npm run lint`: every static check. */
import { availableParallelism } from 'node:os'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'
import { runStaticChecks } from './test/run-static-checks.ts'
import { endSteps } from './test/run-step.ts'

orExit(() => readArguments({}))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endSteps()
    process.exit(130)
  })
}

const failed = await runStaticChecks(availableParallelism())
process.stdout.write(failed.length === 0 ? '\nNothing to mend.\n' : `\nFailed: ${failed.join(', ')}.\n`)
process.exitCode = failed.length === 0 ? 0 : 1
