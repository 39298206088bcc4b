import { runShell } from './run-shell.server.ts'

runShell()
