/**
 * `npm run dev`: the site on one port, with changes of its sources applied in the page and on the server. The options of `npm start`,
 * and `--no-checks`: types and lint are left to the editor.
 */
import { quietFederation } from '../shell/releases/federation-host.server.ts'
import { checkSources } from './dev/check-sources.ts'
import { runDev } from './dev/run-dev.ts'
import { readOptions } from './start/options.ts'
import { runCommand } from './start/run-command.ts'

const NO_CHECKS = '--no-checks'

quietFederation()
await runCommand(async (onEnd) => {
  const args = process.argv.slice(2)
  const options = readOptions(args.filter((arg) => arg !== NO_CHECKS))
  const { problems, ...site } = await runDev(options, onEnd)
  if (!args.includes(NO_CHECKS)) onEnd(checkSources(problems))
  process.stdout.write(`Site in development: ${site.url}\nCtrl-C ends it.\n`)
  process.send?.({ type: 'ready', ...site })
})
