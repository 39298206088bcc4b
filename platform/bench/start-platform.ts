import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', 'main.server.ts')

/** A platform in a process of its own. `residentMb` gives its resident memory now and its peak (Linux; 0 elsewhere). */
export type Running = {
  readonly url: string
  readonly child: ChildProcess
  readonly residentMb: () => { readonly now: number; readonly peak: number }
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
}

/** Start a platform on a data folder and wait until it answers. */
export async function startPlatform(data: string, more: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', data, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
      const found = /Platform ready at (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error('the platform ended before it was ready')))
  })
  return {
    url,
    child,
    residentMb: () => ({ now: memoryOf(child, 'VmRSS'), peak: memoryOf(child, 'VmHWM') }),
    stop: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

function memoryOf({ pid }: ChildProcess, name: string): number {
  try {
    const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(line?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Run a command of the platform to its end; gives what it printed. */
export function runPlatform(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.once('exit', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`the command ended with ${code}`)),
    )
  })
}
