import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FormRules } from '@tessera/shared/config'
import { withDeadline } from '@tessera/shared/io'
import { gatewayError } from '../../errors.ts'
import type { Outbound } from './outbound.server.ts'

/** A scanner's verdict on a file. */
type Verdict = 'clean' | 'infected' | 'unknown'

/** The scan of one file, which is passed in chunks. */
export interface Scan {
  /** Passes a chunk on; resolves when the scanner can take more. */
  write(piece: Uint8Array): Promise<void>
  /** Ends the file, and waits for the verdict. @throws AppError gateway/file-infected, gateway/file-unknown */
  finish(): Promise<void>
  /** Stops the scan; a file that is not complete gets no verdict. */
  cancel(): void
}

/** Begins a scan. `onUnknown` gets the reason when there is no verdict. */
export type BeginScan = (onUnknown: (reason: unknown) => void) => Scan

type Rules = NonNullable<FormRules['scan']>

/** The scanner of a site; without rules it accepts every file. */
export function createScanner(rules: Rules | undefined, outbound: Outbound): BeginScan {
  if (!rules) return () => NO_SCAN
  return (onUnknown) => {
    const cancelled = new AbortController()
    const input = new PassThrough()
    const look = rules.command
      ? runProgram(rules.command, input, cancelled.signal)
      : askScanner(rules, input, outbound, cancelled.signal)
    const verdict = look.catch((reason: unknown): Verdict => {
      onUnknown(reason)
      return 'unknown'
    })
    // A scanner may end before it has read the whole file: its verdict counts, and write errors are ignored.
    input.on('error', () => undefined)
    void verdict.then(() => input.destroy())
    return {
      async write(piece) {
        if (input.destroyed || input.write(piece)) return
        await Promise.race([once(input, 'drain').catch(() => undefined), verdict])
      },
      async finish() {
        input.end()
        const said = await withDeadline(rules.timeoutMs, cancelled.signal, (signal) =>
          Promise.race([verdict, endOf(signal)]),
        ).catch((reason: unknown): Verdict => {
          onUnknown(reason)
          return 'unknown'
        })
        cancelled.abort()
        if (said === 'infected') throw gatewayError('gateway/file-infected')
        if (said === 'unknown' && rules.onUnknown === 'refuse') throw gatewayError('gateway/file-unknown')
      },
      cancel: () => cancelled.abort(),
    }
  }
}

const NO_SCAN: Scan = { write: async () => undefined, finish: async () => undefined, cancel: () => undefined }

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The verdict of a program: exit code 0 is clean, 1 infected, as with `clamdscan`; any other code is no verdict. */
async function runProgram(
  command: readonly string[],
  input: PassThrough,
  signal: AbortSignal,
): Promise<Verdict> {
  const [program = '', ...args] = command
  // No shell, and only the file's bytes are passed: nothing that a visitor chose, such as the file's name, becomes an argument.
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], signal, killSignal: 'SIGKILL' })
  const stdin: Writable = child.stdin
  stdin.on('error', () => undefined) // a program need not read to the end
  input.pipe(stdin)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0 || code === 1) return code === 0 ? 'clean' : 'infected'
  throw new Error(`The scanner ended with ${code ?? 'a signal'}.`)
}

/** The verdict of an HTTP scanner, which answers at once, or with 202 and an address to poll. */
async function askScanner(
  { url = '', pollMs, timeoutMs }: Rules,
  input: PassThrough,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<Verdict> {
  let answer = await outbound.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    body: input as AsyncIterable<Uint8Array>,
    deadlineMs: timeoutMs,
    signal,
  })
  while (answer.status === 202) {
    const { location } = answer.headers
    const again = typeof location === 'string' ? URL.parse(location, url) : null
    if (again?.origin !== new URL(url).origin) throw new Error('The scanner does not say where to ask again.')
    await wait(pollMs, undefined, { signal })
    answer = await outbound.send({
      method: 'GET',
      url: again.href,
      headers: {},
      deadlineMs: timeoutMs,
      signal,
    })
  }
  const { verdict } = (answer.json ?? {}) as { readonly verdict?: unknown }
  if (answer.status === 200 && (verdict === 'clean' || verdict === 'infected' || verdict === 'unknown'))
    return verdict
  throw new Error(`The scanner answered with ${answer.status}.`)
}
