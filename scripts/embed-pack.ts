/** `npm run embed:pack`: packs @tessera/embed, for hosts with a bundler. */
import { parseArgs } from 'node:util'
import { packEmbed } from './embed-pack/pack-embed.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.' }, help: { type: 'boolean' } },
})
if (values.help)
  process.stdout.write('npm run embed:pack -- [--out FOLDER]   where the package is put; here without it\n')
else process.stdout.write(`${packEmbed(values.out)}\n`)
