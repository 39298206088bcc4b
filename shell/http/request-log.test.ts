import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { AppError, toAppError } from '@tessera/shared/contract'
import { errorFacts, logRequests } from './request-log.server.ts'

describe('the log of requests', () => {
  it('is one line per answer: where, without the query, who asked, what came of it, after how long', async () => {
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
    await app.inject({ url: '/bins', remoteAddress: '::FFFF:808:808' })

    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ remote: '8.8.8.8' })
    expect(lines[0]).toMatchObject({ msg: 'request', method: 'GET', path: '/bins', status: 404 })
    expect(lines[0]?.['responseTimeMs']).toEqual(expect.any(Number))
    expect(JSON.stringify(lines)).not.toContain('secret')
    await app.close()
  })

  it.each([
    ['none is named', [], '10.0.0.1', 1],
    ['another is named', ['10.0.0.2'], '10.0.0.1', 1],
    ['the proxy is named', ['10.0.0.0/8'], '10.0.0.1', 0],
    ['the proxy is named, and asks itself', ['10.0.0.0/8'], '10.9.9.9', 0],
  ])(
    'warns once when a visitor’s address comes from a proxy that is not trusted: %s',
    async (_what, trusted, proxy, warnings) => {
      const lines: Record<string, unknown>[] = []
      const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
      const app = fastify({
        loggerInstance: pino({ level: 'warn' }, { write }) as FastifyBaseLogger,
        logController: new LogController({ disableRequestLogging: true }),
        trustProxy: trusted.length > 0 ? trusted : false,
      })
      logRequests(app)
      app.get('/', async () => 'ok')
      await app.inject({ url: '/', remoteAddress: proxy })
      expect(lines).toEqual([])
      for (let visit = 0; visit < 2; visit += 1)
        await app.inject({ url: '/', remoteAddress: proxy, headers: { 'x-forwarded-for': '10.9.9.9' } })
      expect(lines.map(({ level, remote }) => [level, remote])).toEqual(
        Array.from({ length: warnings }, () => [40, proxy]),
      )
      for (const { msg } of lines) expect(msg).toContain('trustedProxies')
      await app.close()
    },
  )
})

describe('a log that cannot be written', () => {
  /** A process with a log, which runs `code`. */
  const aProcess = (code: string, stdout: number | 'pipe') => {
    const log = `import { createLog } from './shell/http/request-log.server.ts'; const log = createLog('info');`
    const args = ['--input-type=module', '--eval', `${log} ${code}`]
    return spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit', 'ipc'] })
  }

  it('on a full disk ends no process, which also ends when it is told to', async () => {
    const full = aProcess(
      `setInterval(() => log.info('a line'), 20)
       process.on('message', () => { log.fatal('the end'); process.exit(0) })`,
      openSync('/dev/full', 'w'),
    )
    const timer = setTimeout(() => full.kill('SIGKILL'), 15_000)
    await Promise.race([wait(3_000), once(full, 'exit')])
    if (full.connected) full.send('end')
    expect(full.exitCode === null ? await once(full, 'exit') : [full.exitCode]).toEqual([0, null])
    clearTimeout(timer)
  }, 30_000)

  const MANY = `for (let line = 0; line < 10_000; line += 1) log.info('x'.repeat(1_000));`

  it.each([
    ['a full disk, whose first line is fatal', `log.fatal('the end')`, '/dev/full'],
    ['a full disk, at once', `log.info('a line'); process.exit()`, '/dev/full'],
    ['a pipe that nobody reads', `${MANY} setTimeout(() => process.exit(), 1_000)`, 'pipe'],
    ['a pipe that nobody reads, with a fatal line', `${MANY} log.fatal('the end'); process.exit()`, 'pipe'],
  ])(
    'holds up no process that ends: on %s',
    async (_what, code, stdout) => {
      const ended = aProcess(
        `process.disconnect(); ${code}`,
        stdout === 'pipe' ? stdout : openSync(stdout, 'w'),
      )
      const timer = setTimeout(() => ended.kill('SIGKILL'), 15_000)
      expect(await once(ended, 'exit')).toEqual([0, null])
      clearTimeout(timer)
    },
    30_000,
  )

  it.each([
    ['exits', '; process.exit()'],
    ['has nothing left to do', ''],
  ])(
    'as it is read, is whole and in order when its process %s',
    async (_what, end) => {
      const ended = aProcess(
        `process.disconnect(); for (let line = 0; line < 3_000; line += 1) log.info({ line, text: 'ŵ'.repeat(500) }) ${end}`,
        'pipe',
      )
      const text = ended.stdout === null ? '' : await readText(ended.stdout)
      const lines = text.trim().split('\n')
      expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([
        ...Array(3_000).keys(),
      ])
    },
    30_000,
  )

  it('as nobody reads it, keeps 4 MB of lines and says how many were lost once it is read', async () => {
    const unread = aProcess(
      `${MANY}
       process.send('logged')
       setTimeout(() => log.info('the last line'), 500)
       process.on('message', () => process.disconnect())`,
      'pipe',
    )
    await once(unread, 'message')
    let bytes = 0
    let lines = ''
    unread.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      lines = (lines + chunk.toString()).slice(-2_000)
      if (lines.includes('the last line')) unread.send('end')
    })
    await once(unread, 'exit')
    expect(bytes).toBeLessThan(5 * 1024 * 1024)
    expect(lines).toMatch(/"level":50,[^\n]*"lost":/)
    const [, lost] = /"lost":(\d+),"msg":"log lines were lost"/.exec(lines) ?? []
    expect(Number(lost)).toBeGreaterThan(5_000)
  }, 30_000)
})

describe('what is logged of an error', () => {
  const details = { status: 400, url: 'http://platform/entries/search?where=my-illness' }

  it.each([
    ['itself', new AppError('content/failed', 'refused', { details })],
    [
      'and its cause',
      new AppError('search/failed', 'no answer', {
        details,
        cause: new AppError('content/failed', 'refused', { details }),
      }),
    ],
  ])('%s: the address of a call without its query, which holds what a visitor searched for', (_, error) => {
    const lines: string[] = []
    pino({}, { write: (line) => void lines.push(line) }).warn(errorFacts(error), 'page failed')
    expect(lines[0]).toContain('"url":"http://platform/entries/search"')
    expect(lines[0]).toContain('"stack":')
    expect(lines[0]).not.toContain('my-illness')
  })

  it('is the code of an error that the class of a remote’s release has made, without the query of its address', () => {
    class OfRelease extends Error {
      override readonly name = 'AppError'
      readonly code = 'search/deadline'
      readonly status = 504
      readonly details = details
    }
    const thrown = new OfRelease('late')
    for (const error of [thrown, toAppError(thrown)]) {
      const { err, ...facts } = errorFacts(error)
      expect(facts).toEqual({
        code: 'search/deadline',
        status: 504,
        details: { status: 400, url: 'http://platform/entries/search' },
      })
      expect(JSON.stringify(err)).not.toContain('my-illness')
    }
    expect(errorFacts(new TypeError('no function'))).toMatchObject({ code: 'app/unexpected' })
  })

  it('is the error of a library as it is', () => {
    const cause = new TypeError('fetch failed')
    expect(errorFacts(new AppError('content/unreachable', 'down', { cause }))).toMatchObject({ err: cause })
  })
})
