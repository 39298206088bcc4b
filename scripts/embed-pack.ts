/** `npm run embed:pack`: packs @tessera/embed, for hosts with a bundler. */
import { packEmbed } from './embed-pack/pack-embed.ts'
import { fromTerminal } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'

const USAGE = 'Usage: npm run embed:pack -- [--out FOLDER]   where the package is put; here without it'
const { values } = orExit(() => readArguments({ out: { type: 'string', default: '.' } }, 0, USAGE))
process.stdout.write(`${packEmbed(fromTerminal(values.out))}\n`)
