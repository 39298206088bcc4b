/**
 * `npm run override -- mfe-search [--for ORIGIN] [--port N]`: serve the browser half of a remote of this checkout while it is changed,
 * for staff to show it to themselves on a site; without `--for` on the site of `npm start`.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readApp } from './build/apps.ts'
import { serveOverride } from './kit/serve-override.ts'
import { ROOT } from './paths/root.ts'
import { runCommand } from './start/run-command.ts'

const SITE = 'http://localhost:3000'

await runCommand(async (onEnd) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { for: { type: 'string', default: SITE }, port: { type: 'string', default: '4001' } },
  })
  const where = { site: new URL(values.for).origin, port: Number(values.port) }
  const app = readApp(path.join(ROOT, positionals[0] ?? ''))
  const server = await serveOverride(app, where, (line) => void process.stderr.write(`${line}\n`))
  onEnd(server.stop)
  process.stdout.write(
    `${app.name} is served at ${server.origin}. To show it to yourself on the site:\n${server.link}\n`,
  )
})
