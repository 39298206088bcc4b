/** `npm start`: builds what is stale, starts the platform and the shells, keeps both running, and ends both together. */
import { readOptions } from './start/options.ts'
import { runCommand } from './start/run-command.ts'
import { runSite } from './start/run-site.ts'

await runCommand(async (onEnd) => {
  const site = await runSite(readOptions(process.argv.slice(2)), (server) => onEnd(() => server.stop()))
  process.stdout.write(`Site:     ${site.url}\nPlatform: ${site.platformUrl}\nCtrl-C ends both.\n`)
  process.send?.({ type: 'ready', url: site.url, platformUrl: site.platformUrl })
  throw new Error(await site.broken)
})
