import { exportCommand, importCommand, migrateCommand } from './content-commands.ts'
import { formsCommand } from './forms-command.ts'
import { outboxCommand } from './outbox-command.ts'
import { serve } from './serve.ts'

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  serve,
  import: importCommand,
  export: exportCommand,
  migrate: migrateCommand,
  outbox: outboxCommand,
  forms: formsCommand,
}

/** Run the command that the arguments name; without a name, serve. Throws an `Error` with one line for the user. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name = 'serve', ...rest] = args
  if (name.startsWith('-')) return serve(args)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined)
    throw new Error(
      `There is no command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}; see platform/README.md`,
    )
  return command(rest)
}
