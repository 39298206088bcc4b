import { pathToFileURL } from 'node:url'
import { pageError } from '../errors.ts'
import type { Guard, RemoteCall } from './guard.server.ts'

/** Versions and apps as the addresses of their files have them: `…/mfe-search/1.2.0/node/remoteEntry.js`. */
const REST = String.raw`/([^/\s]+)/([^/\s]+)/`

/**
 * The release that a stack or a list of files leads to: the first one whose code is in it. `folder` is where this shell keeps its
 * copies of releases. Null for code of the shell's own.
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

/** Calls that would end the process, change it for everybody, or hand out what the loader of remotes does not. */
const FORBIDDEN = [
  '_linkedBinding',
  'abort',
  'binding',
  'chdir',
  'disconnect',
  'dlopen',
  'exit',
  'getBuiltinModule',
  'kill',
  'reallyExit',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
  'umask',
] as const

/** Variables that code of remotes may see: those that the version page shows, and those that programs and temporary files are found by. */
const SHOWN = [
  ...['BUILD_NO', 'CI', 'COMMIT_REF', 'NODE_ENV', 'NODE_OPTIONS'],
  ...['LANG', 'PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'],
]

/** Take every other variable out of sight for the rest of this process, and of the threads that it starts. */
export function hideEnvironment(): void {
  process.env = Object.fromEntries(Object.entries(process.env).filter(([name]) => SHOWN.includes(name)))
  process.report.excludeEnv = true
  Object.defineProperty(process.report, 'excludeEnv', { value: true, writable: false, configurable: false })
}

/** A fault of a release that nobody has caught, or that nobody could have. */
export interface Fault extends RemoteCall {
  readonly reason: string
}

/** Frames of a stack that are looked at for code of a release. */
const DEEP_STACK = 100

/**
 * Whose release code is: what shared memory says is running, else the first release on the stack. Null for the shell's own.
 * `releasesFolder` is where this shell keeps its copies of releases.
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

/** Refuse calls of releases that would end this process or change it for everybody: they get an error instead. */
export function forbidProcessCalls(
  guard: Pick<Guard, 'running'>,
  releasesFolder: string,
  onFault: (fault: Fault) => void,
): void {
  for (const name of FORBIDDEN) {
    const real: unknown = Reflect.get(process, name)
    if (typeof real !== 'function') continue // not on this system, or not in this process
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
 * Whose error it is that nobody has caught: by the file that it was thrown in, or, of something without a stack, by who has begun the
 * work. Null for the shell's own.
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

/** Faults of releases on their way to whoever counts them; those that come before anybody listens are kept. */
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
