import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { createOutbound } from './outbound.server.ts'
import { createScanner } from './scan-file.server.ts'

const rules = { timeoutMs: 5_000, pollMs: 10, onUnknown: 'refuse' } as const
const outbound = createOutbound()
const reasons: string[] = []
afterAll(() => outbound.close())
beforeEach(() => void reasons.splice(0))

/** Scans a file in chunks; gives `clean` or the error code. */
async function look(more: object, pieces: readonly string[] = ['one', 'two']): Promise<string> {
  const scan = createScanner({ ...rules, ...more }, outbound)((reason) => reasons.push(String(reason)))
  try {
    for (const piece of pieces) await scan.write(Buffer.from(piece))
    await scan.finish()
    return 'clean'
  } catch (thrown) {
    return (thrown as { readonly code: string }).code
  }
}

describe('a program that looks into files (reference forms 4.4; docs/decisions/0047)', () => {
  const program = (script: string, ...args: readonly string[]) => ({
    command: [process.execPath, '-e', script, ...args],
  })
  /** Exits with 0 if it got the whole file and its arguments, otherwise with 1. */
  const READS = `let all = ''
    process.stdin.on('data', (piece) => (all += piece)).on('end', () => process.exit(all === 'onetwo' && process.argv[1] === '$(id);' ? 0 : 1))`

  it('gets the whole file, its own arguments without a shell, and nothing of the visitor', async () => {
    expect(await look(program(READS, '$(id);'))).toBe('clean')
    expect(await look(program(READS, '$(id);'), ['one'])).toBe('gateway/file-infected')
  })
  it.each([
    ['status 0', 'process.exit(0)', 'clean'],
    ['status 1', 'process.exit(1)', 'gateway/file-infected'],
    ['status 2', 'process.exit(2)', 'gateway/file-unknown'],
    ['a signal', 'process.kill(process.pid)', 'gateway/file-unknown'],
  ])('decides by its end: %s', async (_what, script, code) => {
    // The program may exit without reading the file.
    expect(
      await look(
        program(script),
        Array.from({ length: 40 }, () => 'x'.repeat(65_536)),
      ),
    ).toBe(code)
    expect(reasons.length).toBe(code === 'gateway/file-unknown' ? 1 : 0)
  })
  it('that is not there, or does not end, is no verdict: the site says what becomes of the file', async () => {
    expect(await look({ command: ['/no/such/program'] })).toBe('gateway/file-unknown')
    expect(await look({ command: ['/no/such/program'], onUnknown: 'accept' })).toBe('clean')
    const before = performance.now()
    expect(await look({ ...program('setInterval(() => {}, 1000)'), timeoutMs: 400 })).toBe(
      'gateway/file-unknown',
    )
    expect(performance.now() - before).toBeLessThan(4_000)
    expect(reasons).toHaveLength(3)
  })
  it('ends when the file is not whole', async () => {
    const begin = createScanner({ ...rules, ...program('setInterval(() => {}, 1000)') }, outbound)
    const scan = begin((reason) => reasons.push(String(reason)))
    await scan.write(Buffer.from('one'))
    scan.cancel()
    await until(() => reasons.length === 1)
    expect(reasons[0]).toMatch('AbortError')
  })
})

describe('a scanner at an address', () => {
  let server: FaultServer
  let body = ''
  let location: string | undefined
  let polls = 0
  beforeAll(async () => {
    server = await aFaultServer((request, response) => {
      if (request.method === 'GET') {
        polls += 1
        return polls < 3
          ? void response.writeHead(202, { location: '/again' }).end()
          : sendJson(response, { verdict: request.url === '/again' ? 'infected' : 'clean' })
      }
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => void response.writeHead(202, location === undefined ? {} : { location }).end())
    })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    polls = 0
    body = ''
  })

  it('that needs its time is asked again where it says, until it has a verdict', async () => {
    location = '/first'
    expect(await look({ url: `${server.url}/scan` })).toBe('gateway/file-infected')
    expect([body, polls]).toEqual(['onetwo', 3])
  })
  it.each([undefined, 'http://127.0.0.1:1/elsewhere', 'http://[::1'])(
    'is asked again at its own origin alone: %s',
    async (to) => {
      location = to
      expect(await look({ url: `${server.url}/scan` })).toBe('gateway/file-unknown')
      expect([polls, reasons]).toEqual([0, [expect.stringMatching('where to ask again')]])
    },
  )
  it('is not asked for ever', async () => {
    location = '/first'
    polls = -1e9
    expect(await look({ url: `${server.url}/scan`, timeoutMs: 300 })).toBe('gateway/file-unknown')
    const pause = () => new Promise((resolve) => setTimeout(resolve, 200))
    // The last poll may still be in flight.
    await pause()
    const asked = polls
    await pause()
    expect(polls).toBe(asked)
  })
})
