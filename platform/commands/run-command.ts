import { exportCommand, importCommand, migrateCommand } from './content-commands.ts'
import { FORMS_USAGE, formsCommand } from './forms-command.ts'
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

const USAGE = `Usage: npm run platform -- [COMMAND] [options]
Commands: ${Object.keys(COMMANDS).join(', ')} (without one: serve); their options are in platform/README.md`

/** Run the command that the arguments name; without a name, serve. Throws an `Error` with one line for the user. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name = 'serve', ...rest] = args
  if (args.includes('--help')) {
    process.stdout.write(`${name === 'forms' ? FORMS_USAGE : USAGE}\n`)
    return
  }
  if (name.startsWith('-')) return serve(args)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined)
    throw new Error(
      `There is no command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}; see platform/README.md`,
    )
  return command(rest)
}
