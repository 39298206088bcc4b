import '../start/production.server.ts'
import { connectSupervisor } from '../store/supervisor-link.server.ts'

/** One of several shell processes. It says that it is there before it loads the shell, which takes a while. */
const supervisor = connectSupervisor()
const { runShell } = await import('../start/run-shell.server.ts')
runShell({ supervisor })
