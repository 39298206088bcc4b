import './production.server.ts'
import { runShell } from './run-shell.server.ts'

runShell()
