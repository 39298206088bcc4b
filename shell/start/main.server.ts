import './production.server.ts'
import { connectSupervisor } from '../store/supervisor-link.server.ts'

/** A shell process: one of several that a supervisor runs, or the only one. */
const supervisor = process.env['TESSERA_WORKER'] === undefined ? undefined : connectSupervisor()
// The process connects to its supervisor before it loads the shell, which takes a while.
const { runShell } = await import('./run-shell.server.ts')
runShell(supervisor && { supervisor })
