import { readFileSync } from 'node:fs'

/** The operating system's figures for the main thread of a process. */
export interface MainThread {
  /** Processor time that it has used, in steps of 10 ms. */
  readonly cpuMs: number
  /** One letter: `R` runs or waits for a processor, `S` sleeps, `T` was stopped; proc_pid_stat(5) has the others. */
  readonly state: string
}

/** The kernel counts in ticks of 10 ms. */
const TICK_MS = 10

/** The main thread of a process; null on systems other than Linux, or when the process has ended. */
export function readMainThread(pid: number): MainThread | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    // The process name, in parentheses before these fields, may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, state: fields[0] ?? '' }
  } catch {
    return null
  }
}
