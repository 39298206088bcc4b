/**
 * `npm run override -- mfe-search [--for ORIGIN] [--port N]`: serve the browser half of a remote of this checkout while it is changed,
 * for staff to show it to themselves on a site; without `--for` on the site of `npm start`.
 */
import { remotesHere } from './build/apps.ts'
import { OVERRIDE_PORT, serveOverride } from './kit/serve-override.ts'
import { readPort, readUrl } from './start/options.ts'
import { readArguments } from './start/read-arguments.ts'
import { runCommand } from './start/run-command.ts'
import { UsageError } from './start/usage-error.ts'

const SITE = 'http://localhost:3000'
const REMOTES = remotesHere()
const USAGE = `Usage: npm run override -- REMOTE [--for ORIGIN] [--port N]. REMOTE is one of ${REMOTES.map(({ name }) => name).join(', ')}.`

await runCommand(async (onEnd) => {
  const { values, positionals } = readArguments(
    { for: { type: 'string' }, port: { type: 'string' } },
    1,
    USAGE,
  )
  const site = new URL(readUrl('for', values.for ?? SITE)).origin
  const where = { site, port: readPort('port', values.port, OVERRIDE_PORT) }
  const app = REMOTES.find(({ name }) => name === positionals[0])
  if (!app) throw new UsageError(USAGE)
  const server = await serveOverride(app, where, (line) => void process.stderr.write(`${line}\n`))
  onEnd(server.stop)
  process.stdout.write(
    `${app.name} is served at ${server.origin}. To show it to yourself on the site:\n${server.link}\n`,
  )
})
