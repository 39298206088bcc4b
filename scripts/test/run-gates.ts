import { STATIC_GATES, type Gate } from './gates.ts'
import { runStep } from './run-step.ts'

/** Print the heading of a step. */
export function announce(name: string): void {
  process.stdout.write(`\n== ${name}\n`)
}

/** Run one check; true when it found nothing. */
export async function runGate({ name, command, timeoutMs }: Gate): Promise<boolean> {
  announce(name)
  const started = Date.now()
  const end = await runStep({ program: process.execPath, args: command, timeoutMs })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const outcome = end.isTimedOut ? 'stopped: it took too long' : end.code === 0 ? 'nothing to mend' : 'failed'
  process.stdout.write(`${name}: ${outcome} (${seconds} s)\n`)
  return end.code === 0
}

/** Run every check, also after one has failed. Gives the names of those that failed. */
export async function runStaticGates(gates: readonly Gate[] = STATIC_GATES): Promise<readonly string[]> {
  const failed: string[] = []
  for (const gate of gates) {
    if (!(await runGate(gate))) failed.push(gate.name)
  }
  return failed
}
