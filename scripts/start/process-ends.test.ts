import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { TEST_LIMITS } from '../../e2e/support/limits.ts'
import { ROOT } from '../paths/root.ts'

const LONG_MS = 240_000

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Every process that runs, and not those that have ended and wait to be read. */
const running = (): readonly Process[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return pid && !state?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })

/** A process and all below it. */
function familyOf(pid: number | undefined): readonly Process[] {
  const all = running()
  const below = (parent: Process): readonly Process[] => [
    parent,
    ...all.filter((one) => one.parent === parent.pid).flatMap(below),
  ]
  return all.filter((one) => one.pid === pid).flatMap(below)
}

const data = mkdtempSync(path.join(tmpdir(), 'tessera-ends-'))
const started: Process[] = []
afterAll(() => {
  // Those that a failed test has left.
  for (const { pid, command } of running())
    if (started.some((one) => one.pid === pid && one.command === command)) process.kill(pid, 'SIGKILL')
  rmSync(data, { recursive: true })
})

/** `npm run COMMAND` as a terminal starts it: a process group of its own. Waits until it has said something, or runs it. */
async function npm(command: string, awaited: string | RegExp, folder = command) {
  const ports = ['--port', '0', '--platform-port', '0', '--data', path.join(data, folder)]
  const checks = command === 'dev' ? ['--no-checks'] : []
  const child = spawn('npm', ['run', command, '--', ...ports, ...checks], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, TESSERA_LIMITS: JSON.stringify(TEST_LIMITS) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const tellWhatItSaid = (error: unknown) => Promise.reject(new Error(`${String(error)}\n${printed}`))
  const isSo = () =>
    typeof awaited === 'string'
      ? printed.includes(awaited)
      : familyOf(child.pid).some((one) => awaited.test(one.command))
  await until(isSo, LONG_MS).catch(tellWhatItSaid)
  const family = familyOf(child.pid)
  started.push(...family)
  return family
}

const NPM = /^npm/
const ENTRY = /^node scripts\/bootstrap\.mjs/
const COMMAND = /^\S*node .*scripts\/(dev|start)\.ts/

/**
 * How people and systems end a command: a signal to its group, or to the process whose command line says so. Both commands have the same entry:
 * each end is tried with one of them, and those that only the command itself can notice with both.
 */
const ENDS = {
  dev: [
    ['Ctrl-C', 'SIGINT', null],
    ['SIGTERM to npm', 'SIGTERM', NPM],
    ['kill -9 of npm', 'SIGKILL', NPM],
    ['kill -9 of the entry', 'SIGKILL', ENTRY],
    ['kill -9 of the command', 'SIGKILL', COMMAND],
  ],
  start: [
    ['a terminal that is closed', 'SIGHUP', null],
    ['kill -9 of the shell that npm starts', 'SIGKILL', /^sh -c/],
    ['kill -9 of the command', 'SIGKILL', COMMAND],
  ],
} as const

/** Send a signal to the one of a family that is meant; null: to all, as a terminal does. */
function end(family: readonly Process[], signal: NodeJS.Signals, who: RegExp | null): void {
  const [first] = family
  const meant = who === null ? -(first?.pid ?? 0) : family.find(({ command }) => who.test(command))?.pid
  if (!meant) throw new Error(`No ${String(who)} in ${JSON.stringify(family)}`)
  process.kill(meant, signal)
}

async function untilAllAreGone(family: readonly Process[]): Promise<void> {
  const left = () => running().filter(({ pid }) => family.some((one) => one.pid === pid))
  const say = () => Promise.reject(new Error(`Still running: ${JSON.stringify(left(), null, 1)}`))
  await until(() => left().length === 0).catch(say)
}

describe('npm run dev leaves no process', () => {
  it.each(ENDS.dev)(
    'after %s',
    async (_end, signal, who) => {
      const family = await npm('dev', 'Site in development')
      expect(family.length).toBeGreaterThanOrEqual(6)
      end(family, signal, who)
      await untilAllAreGone(family)
    },
    LONG_MS,
  )

  it.each([
    ['npm, as it begins', '> node scripts/bootstrap.mjs dev', NPM],
    ['the entry, as it has started the command', COMMAND, ENTRY],
    ['the command, as it has started the platform', /^\S*node .*platform\/main/, COMMAND],
    ['npm, while the content is imported', 'Imported', NPM],
    ['the command, as it has started the shell', /^\S*node .*dev-shell/, COMMAND],
  ])(
    'after kill -9 of %s',
    async (moment, awaited, who) => {
      const folder = moment.replaceAll(/\W/g, '-')
      const family = await npm('dev', awaited, folder)
      end(family, 'SIGKILL', who)
      await untilAllAreGone(family)
      // Those too that were about to start.
      const isOfThisSite = ({ command }: Process) => command.includes(path.join(data, folder))
      await until(() => !running().some(isOfThisSite))
    },
    LONG_MS,
  )
})

describe('npm start leaves no process', () => {
  it.each(ENDS.start)(
    'after %s',
    async (_end, signal, who) => {
      const family = await npm('start', 'Ctrl-C ends both')
      expect(family.length).toBeGreaterThanOrEqual(8)
      end(family, signal, who)
      await untilAllAreGone(family)
    },
    LONG_MS,
  )
})

describe('a server of npm start that is killed', () => {
  it(
    'is started again, and no process is left of either after SIGHUP to npm',
    async () => {
      const before = await npm('start', 'Ctrl-C ends both')
      const isServer = ({ command }: Process) => command.includes('shell/start/main.server.ts')
      const killed = before.find(isServer)?.pid ?? 0
      process.kill(killed, 'SIGKILL')
      const first = before[0]?.pid
      await until(() => familyOf(first).filter(isServer).length === before.filter(isServer).length, LONG_MS)
      const family = familyOf(first)
      end(family, 'SIGHUP', NPM)
      await untilAllAreGone([...before, ...family])
    },
    LONG_MS,
  )
})
