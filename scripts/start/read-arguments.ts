import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { toLine, UsageError } from './usage-error.ts'

/** Options by name, as `parseArgs` takes them. */
type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Read what stands behind a command: its options, and at most so many words beside them. Where help is asked for, the process ends
 * with the command's usage.
 * @throws UsageError in one line for an unknown option, an option without its value, or a word too many
 */
export function readArguments<const T extends Options>(
  options: T,
  mostWords = 0,
  usage = usageOf(options),
  args = ownArgs(),
) {
  answerHelp(usage, args)
  const { values, positionals } = parse(options, args)
  refuseWords(positionals.slice(mostWords))
  return { values, positionals }
}

/** End with the usage where it is asked for, whatever else is given. */
export function answerHelp(usage: string, args = ownArgs()): void {
  const end = args.indexOf('--')
  if (!args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')) return
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

/** @throws UsageError for an option that is given though the command does not take it */
export function refuseOthers(command: string, given: object, taken: readonly string[]): void {
  const other = Object.keys(given).find((name) => !taken.includes(name))
  if (other !== undefined) throw new UsageError(`"${command}" takes no --${other}. ${list(taken)}`)
}

/** @throws UsageError when there are any */
export function refuseWords([word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`Unexpected argument '${word}'.`)
}

const ownArgs = (): readonly string[] => process.argv.slice(2)

/** The usage of a command that says no more about its options than their names. */
const usageOf = (options: Options): string =>
  `Usage: npm run ${path.basename(process.argv[1] ?? '', '.ts')} [-- OPTIONS]. ${list(Object.keys(options))}`

function parse<const T extends Options>(options: T, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Node adds advice about positional arguments after the first sentence.
    const [problem = ''] = toLine(error).split('. ')
    throw new UsageError(`${problem.replace(/\.$/, '')}. ${list(Object.keys(options))}`)
  }
}

const list = (names: readonly string[]): string =>
  names.length === 0 ? 'It has no options.' : `Options: ${names.map((name) => `--${name}`).join(', ')}.`
