/** The shell process of `npm run dev`: the shell as it is, with files from the dev server, telling of each release. */
import { runShell } from '../../shell/start/run-shell.server.ts'
import { DEV_FILES } from './dev-files.ts'
import type { ReleaseMessage } from './release-message.ts'

runShell({
  isDevelopment: isLoopback(process.env.HOST),
  files: DEV_FILES,
  onRelease: ({ app, version, error }) => {
    const reason = error ? [error.message, error.details?.['reason']].filter(Boolean).join(' ') : null
    const message: ReleaseMessage = { type: 'release', app, version, reason }
    process.send?.(message)
  },
})

/** Whether only this machine reaches the dev server, which hands everything on to here: then whoever asks sits at it. */
function isLoopback(host = 'localhost'): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
