import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { connectSupervisor } from '../../store/supervisor-link.server.ts'

/**
 * A process of a supervisor without a shell in it: `/` gives the answering process, `/facts` the supervisor's data about processes,
 * `/count?key` counts in the store, `/tell?key` sends a content change to the others, `/told` gives the received changes, `/suspect`
 * writes the suspect file of a hanging process. FIXTURE=failing ends at once.
 */
if (process.env['FIXTURE'] === 'failing') process.exit(3)
const link = connectSupervisor()
const told: string[] = []
link.onContentChanged(async (keys) => void told.push(...keys))

const answers: Readonly<Record<string, (query: string) => unknown>> = {
  '/facts': () => link.processes(),
  '/count': async (key) => (await link.store.count(key, 60_000)).count,
  '/tell': (key) => link.publishChange([key]),
  '/told': () => told,
  '/suspect': () =>
    writeFileSync(
      process.env['TESSERA_SUSPECT_FILE'] ?? '',
      JSON.stringify({ app: 'mfe-search', version: '1.0.0', phase: 'render' }),
    ),
}
const server = http.createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  void Promise.resolve(answers[path]?.(query)).then((value) =>
    response.end(JSON.stringify({ pid: process.pid, worker: link.worker, value })),
  )
})
const [socket] = await link.sockets()
server.listen(socket, () => process.send?.({ type: 'ready', url: 'http://localhost' }))
process.once('SIGTERM', () => server.close(() => process.exit(0)) && server.closeIdleConnections())
process.once('disconnect', () => process.exit(0))
