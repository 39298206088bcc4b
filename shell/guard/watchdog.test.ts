import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { TERMINATION_FLAG } from './watchdog.server.ts'

/** A process in which a remote loops after `before`. */
const looping = (before: string) => `
  import { openSync } from 'node:fs'
  import vm from 'node:vm'
  import { createGuard } from './shell/guard/guard.server.ts'
  import { startWatchdog } from './shell/guard/watchdog.server.ts'
  const guard = createGuard()
  const log = { error: ({ err }) => process.send({ reason: err.message }) }
  const onTerminated = (found) => process.send(found)
  startWatchdog(guard, { limitMs: 600, releasesFolder: '/releases', log, onTerminated })
  const call = guard.callOf('mfe-a', '1.0.0', 'render')
  setTimeout(() => {
    ${before}
    guard.enter(call, () => vm.runInThisContext('for (;;) {}', { filename: '/releases/mfe-a/1.0.0/node/a.js' }))
  }, 1_000)`

let child: ChildProcess
afterEach(() => child.kill('SIGKILL'))

describe('the thread that watches a shell process', () => {
  it.each([
    ['the process has no file descriptor left', `try { for (;;) openSync('/dev/null') } catch {}`, ''],
    ['no file can be written', '', '/proc/suspect'],
  ])(
    'breaks off what a remote does where %s',
    async (_where, before, suspectFile) => {
      const node = [process.execPath, TERMINATION_FLAG, '--eval', looping(before)]
      child = spawn('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...process.env, NODE_OPTIONS: '', TESSERA_SUSPECT_FILE: suspectFile },
      })
      const [found] = (await once(child, 'message')) as [unknown]
      expect(found).toMatchObject({ app: 'mfe-a', version: '1.0.0', phase: 'render' })
    },
    15_000,
  )
})
