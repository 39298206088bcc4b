import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { logRequests } from './request-log.server.ts'

describe('the log of requests', () => {
  it('is one line per answer: where, without the query, what came of it, after how long', async () => {
    const lines: Record<string, unknown>[] = []
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
    const app = fastify({
      loggerInstance: pino({ level: 'info' }, { write }) as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true }),
    })
    logRequests(app)
    app.get('/bins', async (_request, reply) => reply.code(404).send('gone'))
    app.get('/quiet', { logLevel: 'silent' }, async () => 'ok')

    await app.inject('/bins?token=secret')
    await app.inject('/quiet')

    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ msg: 'request', method: 'GET', path: '/bins', status: 404 })
    expect(lines[0]?.['responseTimeMs']).toEqual(expect.any(Number))
    expect(JSON.stringify(lines)).not.toContain('secret')
    await app.close()
  })
})
