/** `npm run embed:pack`: packs @tessera/embed, for hosts with a bundler. */
import { packEmbed } from './embed-pack/pack-embed.ts'
import { fromTerminal } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'

const { values } = orExit(() =>
  readArguments({ out: { type: 'string', default: '.' }, help: { type: 'boolean' } }),
)
if (values.help)
  process.stdout.write('npm run embed:pack -- [--out FOLDER]   where the package is put; here without it\n')
else process.stdout.write(`${packEmbed(fromTerminal(values.out))}\n`)
