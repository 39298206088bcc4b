/** The release agent as `npm start` runs it, until a signal ends it. */
import { createAgent } from './agent.ts'
import { RELEASES } from './releases-folder.ts'
import { ensureSecret, REQUEST_KEY } from './request-key.ts'

const end = new AbortController()
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, () => end.abort())
const agent = createAgent({
  releases: RELEASES,
  requestKey: ensureSecret(REQUEST_KEY),
  say: (line) => void process.stdout.write(`${line}\n`),
})
process.send?.({ type: 'ready', url: '' })
await agent.run(end.signal)
process.exit()
