/** `npm run dev`: the site on one port, following its sources in the page and on the server. Options as `npm start` has them. */
import { quietFederation } from '../shell/releases/federation-host.server.ts'
import { runDev } from './dev/run-dev.ts'
import { readOptions } from './start/options.ts'
import { runCommand } from './start/run-command.ts'

quietFederation()
await runCommand(async (onEnd) => {
  const site = await runDev(readOptions(process.argv.slice(2)), onEnd)
  process.stdout.write(`Site in development: ${site.url}\nCtrl-C ends it.\n`)
  process.send?.({ type: 'ready', ...site })
})
