/** `npm run platform -- --port N --seed FILE --data DIR`: the embedded content platform alone. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { fromTerminal, ROOT } from './paths/root.ts'

const args = [path.join(ROOT, 'platform/main.server.ts'), ...process.argv.slice(2)]
const child = spawn(process.execPath, args, {
  cwd: fromTerminal('.'),
  // With an IPC channel, because the platform stops when it closes with this process.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('disconnect', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
