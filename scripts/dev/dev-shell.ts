/** The shell process of `npm run dev`: the shell with files from the dev server, reporting on each release. */
import { runShell } from '../../shell/start/run-shell.server.ts'
import { DEV_FILES } from './dev-files.ts'
import { describeError } from './describe-error.ts'
import type { ShellMessage } from './shell-message.ts'

const live = new Map<string, string>()

runShell({
  isDevelopment: isLoopback(process.env.HOST),
  files: DEV_FILES,
  onRelease({ app, version, error }) {
    if (!error) live.set(app, version)
    send({ type: 'release', app, problem: error ? describeError(error) : null })
  },
  onSlotFailure({ releases }, { id, remote }, error) {
    // A page that was begun before the last change fails by code that may be mended.
    if (releases.remotes.get(remote)?.release.version !== live.get(remote)) return
    send({ type: 'slot-failed', app: remote, slot: id, problem: describeError(error) })
  },
})

function send(message: ShellMessage): void {
  process.send?.(message)
}

/** Whether only this machine can reach the dev server, which forwards requests to this process: then every requester is local. */
function isLoopback(host = 'localhost'): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
