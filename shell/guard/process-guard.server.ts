import { pathToFileURL } from 'node:url'
import { pageError } from '../errors.ts'
import type { Guard, RemoteCall } from './guard.server.ts'

/** App and version in the address of a release's file: `…/mfe-search/1.2.0/node/remoteEntry.js`. */
const REST = String.raw`/([^/\s]+)/([^/\s]+)/`

/**
 * The first release whose code is in a stack trace or a list of files. `folder` is where this shell keeps its copies of releases.
 * Null when all code is the shell's own.
 */
export function releaseOf(
  stack: string,
  folder: string,
): { readonly app: string; readonly version: string } | null {
  const starts = [folder, pathToFileURL(folder).href].map(escapeForPattern).join('|')
  const [, app, version] = new RegExp(`(?:${starts})${REST}`).exec(stack) ?? []
  return app && version ? { app, version } : null
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Calls that would end the process, change it for all code, or give access to modules that the loader of remotes withholds. */
const FORBIDDEN = [
  '_debugProcess',
  '_kill',
  '_linkedBinding',
  'abort',
  'binding',
  'chdir',
  'disconnect',
  'dlopen',
  'execve',
  'exit',
  'getBuiltinModule',
  'kill',
  'reallyExit',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
  'setUncaughtExceptionCaptureCallback',
  'umask',
] as const

/** Environment variables that remotes may read: those on the version page, and those that locate programs and temporary files. */
const SHOWN = [
  ...['BUILD_NO', 'CI', 'COMMIT_REF', 'NODE_ENV', 'NODE_OPTIONS'],
  ...['LANG', 'PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'],
]

/** Remove all other variables from the environment, for the rest of this process and for the threads that it starts. */
export function hideEnvironment(): void {
  process.env = Object.fromEntries(Object.entries(process.env).filter(([name]) => SHOWN.includes(name)))
  process.report.excludeEnv = true
  Object.defineProperty(process.report, 'excludeEnv', { value: true, writable: false, configurable: false })
}

/** A fault of a release that was not caught, or that could not be caught. */
export interface Fault extends RemoteCall {
  readonly reason: string
}

/** Frames of a stack that are looked at for code of a release. */
const DEEP_STACK = 100

/**
 * The release whose code is running: the one that shared memory names, else the first one on the stack. Null for the shell's own
 * code. `releasesFolder` is where this shell keeps its copies of releases.
 */
function callerOf(guard: Pick<Guard, 'running'>, releasesFolder: string): RemoteCall | null {
  const running = guard.running()
  if (running) return running
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEEP_STACK
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  const found = releaseOf(stack, releasesFolder)
  return found && { ...found, phase: 'later' }
}

/** Refuse calls by releases that would end this process or change it for all code: they throw an error instead. */
export function forbidProcessCalls(
  guard: Pick<Guard, 'running'>,
  releasesFolder: string,
  onFault: (fault: Fault) => void,
): void {
  for (const name of FORBIDDEN) {
    const real: unknown = Reflect.get(process, name)
    // Not on this system, or disabled because this is a thread.
    if (typeof real !== 'function' || 'disabled' in real) continue
    const guarded = (...args: unknown[]): unknown => {
      const caller = callerOf(guard, releasesFolder)
      if (!caller) return Reflect.apply(real, process, args) as unknown
      onFault({ ...caller, reason: `it called process.${name}` })
      throw pageError('page/forbidden-call', { details: { remote: caller.app, call: `process.${name}` } })
    }
    Object.defineProperty(process, name, { value: guarded, configurable: true, writable: true })
  }
}

/**
 * The release that caused an uncaught error: found by the files in its stack, or, for a value without a stack, by the call that started
 * the work. Null for the shell's own errors.
 */
export function faultOf(
  thrown: unknown,
  guard: Pick<Guard, 'responsible'>,
  releasesFolder: string,
): Fault | null {
  const { stack, message } = (thrown ?? {}) as { readonly stack?: unknown; readonly message?: unknown }
  if (typeof stack !== 'string') {
    const responsible = guard.responsible()
    return responsible && { ...responsible, phase: 'later', reason: `it threw ${String(thrown)}` }
  }
  const found = releaseOf(stack, releasesFolder)
  return found && { ...found, phase: 'later', reason: `it threw ${String(message)}` }
}

/** Passes faults of releases to a listener; those that are reported before there is a listener are kept for it. */
export interface Faults {
  report(fault: Fault): void
  listen(listener: (fault: Fault) => void): void
}

export function createFaults(): Faults {
  const early: Fault[] = []
  let listener = (fault: Fault): void => void early.push(fault)
  return {
    report: (fault) => listener(fault),
    listen(next) {
      listener = next
      early.splice(0).forEach(next)
    },
  }
}
