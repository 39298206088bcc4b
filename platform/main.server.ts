import { runCommand } from './commands/run-command.ts'
import { UsageError } from './commands/usage-error.ts'

const CODES: Readonly<Record<string, string>> = { EADDRINUSE: 'the port is already in use' }

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  const line = `platform: ${CODES[code ?? ''] ?? message.split('\n')[0] ?? String(error)}`
  process.stderr.write(`${error instanceof UsageError ? message : line}\n`)
  process.exit(1)
})
