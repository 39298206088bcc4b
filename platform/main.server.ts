import { runCommand } from './commands/run-command.ts'

const CODES: Readonly<Record<string, string>> = { EADDRINUSE: 'the port is already in use' }

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(`platform: ${CODES[code ?? ''] ?? message.split('\n')[0] ?? String(error)}\n`)
  process.exit(1)
})
