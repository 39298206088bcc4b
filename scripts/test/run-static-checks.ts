import { STATIC_CHECKS, type StaticCheck } from './static-checks.ts'
import { runStep } from './run-step.ts'

/** Print the heading of a step. */
export function announce(name: string): void {
  process.stdout.write(`\n== ${name}\n`)
}

/** Run one check; what it says is printed in one piece, because others run beside it. True when it found nothing. */
async function runCheck({ name, command, timeoutMs }: StaticCheck): Promise<boolean> {
  const started = Date.now()
  const step = { program: process.execPath, args: command, timeoutMs, isBesideOthers: true }
  const end = await runStep(step)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const outcome = end.isTimedOut ? 'stopped: it took too long' : end.code === 0 ? 'no problems' : 'failed'
  process.stdout.write(`\n== ${name}\n${end.output}${name}: ${outcome} (${seconds} s)\n`)
  return end.code === 0
}

/** Run every check, also after one has failed, so many at once. Gives the names of those that failed. */
export async function runStaticChecks(atOnce: number): Promise<readonly string[]> {
  const waiting = [...STATIC_CHECKS]
  const failed: string[] = []
  const runNext = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await runCheck(check))) failed.push(check.name)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return failed
}
