import { connect, type AddressInfo } from 'node:net'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { headersOfAll } from './server.server.ts'

let platform: TestPlatform
let shell: TestShell
beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    limits: { pageFreshMs: 60_000 },
  })
  await shell.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

/** Send exactly these bytes, and `afterAnswer` once the response begins; gives everything that is received. */
const send = (text: string, afterAnswer = ''): Promise<string> =>
  new Promise((resolve) => {
    const { port } = shell.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      if (answer === '') socket.write(afterAnswer)
      answer += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })

/** Characters in a segment of an Ethernet network. */
const SEGMENT = 1_448
/** Send a request in segments, each of which the server reads by itself; gives everything that is received. */
const sendInSegments = (text: string, length = SEGMENT): Promise<string> =>
  new Promise((resolve) => {
    const { port } = shell.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').setNoDelay()
    const segments = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []
    const writing = setInterval(() => {
      const segment = segments.shift()
      if (segment !== undefined) socket.write(segment)
    }, 5)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(writing)
      resolve(answer)
    })
  })

/**
 * Send the beginning of a request, and its rest with much more after it once `isReady`; gives everything that is received, by a client
 * that reads nothing until the server has found the rest unreadable.
 */
const sendOn = (head: string, rest: string, isReady: Promise<unknown> = Promise.resolve()): Promise<string> =>
  new Promise((resolve) => {
    const { server } = shell.app
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => void socket.pause().write(head))
    void isReady.then(() => socket.write(`${rest}${'x'.repeat(3_000_000)}`))
    server.once('clientError', () => setTimeout(() => socket.resume(), 50))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
/** Resolves when the server has written the response to the next request. */
const nextResponse = () =>
  new Promise((resolve) => {
    shell.app.server.once('request', (_request, response) => response.once('finish', resolve))
  })
const statusesOf = (answer: string) => answer.match(/HTTP\/1\.1 \d\d\d /g)
/** A `Cookie` header with several cookies. */
const cookiesOf = (bytes: number) =>
  Array.from({ length: bytes / 100 }, (_, at) => `c${at}=${'x'.repeat(100)}`.slice(0, 98)).join('; ')
const withCookies = (bytes: number) =>
  `GET / HTTP/1.1\r\nhost: localhost\r\ncookie: a=${'x'.repeat(bytes)}\r\nconnection: close\r\n\r\n`

describe('cookie bombs (reference security 1.2)', () => {
  it('serves pages as long as a cache in front would take the cookies', async () => {
    expect(await send(withCookies(8_000).replace('GET /', 'GET /health/ready'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([9_000, 15_000, 20_000, 40_000, 200_000])(
    'answers %i bytes of cookies with a page that says so, in every language, and clears them',
    async (bytes) => {
      const answer = await send(withCookies(bytes))
      expect(answer).toMatch(/^HTTP\/1\.1 431 /)
      expect(answer).toMatch(/^clear-site-data: "cookies"/im)
      expect(answer).toMatch(/^cache-control: no-store/im)
      expect(answer).toContain('<section lang="en-GB" dir="ltr"><h1>Your browser sent too much</h1>')
      expect(answer).toContain('<section lang="cy" dir="ltr"><h1>Anfonodd eich porwr ormod</h1>')
    },
  )

  it.each([14_000, 16_400, 20_000, 40_000, 200_000])(
    'leaves the cookies of a visitor who was sent to an address of %i characters: any page can link to one',
    async (length) => {
      const answer = await send(
        `GET /?${'x'.repeat(length)} HTTP/1.1\r\nhost: localhost\r\ncookie: sid=a\r\nconnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 4(?:14|31) /)
      expect(answer).not.toMatch(/^clear-site-data/im)
      expect(answer).not.toContain('they have been removed')
    },
  )

  it.each([
    [9_000, SEGMENT],
    [20_000, 20_000],
    [40_000, 12_000],
  ])(
    'clears %i bytes of cookies that arrive in more than one packet, of %i bytes each',
    async (bytes, length) => {
      const head = 'GET / HTTP/1.1\r\nhost: localhost\r\nreferer: http://localhost/\r\n'
      const request = `${head}cookie: ${cookiesOf(bytes)}\r\nconnection: close\r\n\r\n`
      const answer = await sendInSegments(request, length)
      expect(answer).toMatch(/^HTTP\/1\.1 431 /)
      expect(answer).toMatch(/^clear-site-data: "cookies"/im)
    },
  )

  it.each([1_300, 6_000])(
    'leaves %i bytes of cookies, as signed-in visitors have, whatever address they were sent to in several packets',
    async (bytes) => {
      const answers = await Promise.all(
        Array.from({ length: 28 }, (_, at) => {
          const address = 'x'.repeat(10_000 + at * 240)
          return sendInSegments(
            `GET /?${address} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookiesOf(bytes)}\r\nconnection: close\r\n\r\n`,
          )
        }),
      )
      for (const answer of answers) expect(answer).not.toMatch(/^clear-site-data/im)
      expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 431 ')).length).toBeGreaterThan(2)
    },
  )

  it.each([
    ['an address', `?${'a=b;c=d&'.repeat(2_500)}`, '', SEGMENT],
    ['an address just below the limit', `?${'x'.repeat(15_800)}`, '', SEGMENT],
    ['an address in long packets', `?${'a=b;c=d&'.repeat(5_000)}`, '', 12_000],
    ['one cookie', '', `a=${'x'.repeat(20_000)}`, SEGMENT],
    ['many cookies in short packets', '', cookiesOf(40_000), SEGMENT],
  ])(
    'clears no cookies for %s that arrives in more than one packet, and names both causes',
    async (...about) => {
      const [, query, cookie, length] = about
      const others = `; sid=a; b=${'y'.repeat(700)}; c=d`
      const answer = await sendInSegments(
        `GET /${query} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}${others}\r\nconnection: close\r\n\r\n`,
        length,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 431 /)
      expect(answer).not.toMatch(/^clear-site-data/im)
      expect(answer).toContain('Either the address of this page is too long, or the cookies')
    },
  )

  it('answers an address that cannot be decoded with the headers of every answer', async () => {
    const answer = await send('GET /% HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    for (const name of ['x-request-id', 'x-content-type-options', 'referrer-policy', 'permissions-policy'])
      expect(answer.toLowerCase()).toContain(`\r\n${name}: `)
  })

  it('answers a request once, though its body breaks after the answer', async () => {
    const head = (host: string) =>
      `POST /any HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`
    // A host that is not this site's is refused before the body is read.
    for (const answer of [
      await send(head('elsewhere.example'), 'no length\r\n'),
      await send(`${head('localhost')}no length\r\n`),
    ])
      expect(answer.match(/HTTP\/1\.1 4\d\d /g)).toHaveLength(1)
  })

  it.each([
    ['no chunk at all', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['chunks by another name', 'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ])('answers a request once, though its body breaks before the answer: %s', async (_what, rest) => {
    for (const path of ['/', '/account/login', '/no/such/page']) {
      const answer = await send(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${rest}`)
      expect(answer.match(/HTTP\/1\.1 \d\d\d /g)).toEqual(['HTTP/1.1 400 '])
    }
  })

  it.each([
    ['421', 'host: elsewhere.example\r\n'],
    ['431', `host: localhost\r\ncookie: a=${'x'.repeat(9_000)}\r\n`],
  ])('gets a %s through to a client that goes on sending a body that breaks', async (status, headers) => {
    const head = `POST /any HTTP/1.1\r\n${headers}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`
    expect(statusesOf(await sendOn(head, 'no length\r\n', nextResponse()))).toEqual([`HTTP/1.1 ${status} `])
  })

  it.each([
    ['no HTTP', 'HELLO\r\n', '\r\n'],
    [
      'a body that breaks',
      'POST /account/login HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
      'zz\r\n',
    ],
  ])('answers %s once, and to its end, though its time is over just then', async (_what, head, rest) => {
    const { server } = shell.app
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.once('clientError', (_error, socket) => server.emit('clientError', late, socket))
    expect(statusesOf(await sendOn(head, rest))).toEqual(['HTTP/1.1 400 '])
  })

  it('answers a request once, though no HTTP follows it on its connection', async () => {
    const answer = await send('GET / HTTP/1.1\r\nhost: localhost\r\n\r\nHELLO\r\n\r\n')
    expect(statusesOf(answer)).toEqual(['HTTP/1.1 400 '])
  })

  it('answers what is no HTTP, and goes on serving', async () => {
    const answer = await send('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    for (const name of Object.keys(headersOfAll({ publicUrl: '' }))) expect(answer).toContain(`\r\n${name}: `)
    expect((await shell.get('/')).statusCode).toBe(200)
  })
})

describe('the log of requests that cannot be read', () => {
  it.each([
    ['a head that is too large', withCookies(40_000), 431, 'HPE_HEADER_OVERFLOW'],
    [
      'a line that is no header',
      'GET / HTTP/1.1\r\nhost: localhost\r\nmy-secret\r\n\r\n',
      400,
      'HPE_INVALID_HEADER_TOKEN',
    ],
    ['no HTTP', 'my-secret\r\n\r\n', 400, 'HPE_INVALID_METHOD'],
    ['CONNECT', 'CONNECT my-secret:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'CONNECT'],
  ])('is one line with the sender, the status and the reason: %s', async (_what, text, status, code) => {
    const before = shell.lines.length
    expect(statusesOf(await send(text))).toEqual([`HTTP/1.1 ${status} `])
    const lines = shell.lines.slice(before)
    expect(lines).toMatchObject([{ msg: 'request', level: 30, remote: '127.0.0.1', status, code }])
    expect(JSON.stringify(lines)).not.toMatch(/my-secret|xxx/)
  })

  it('is that of all requests for an address that cannot be decoded', async () => {
    const before = shell.lines.length
    await send('GET /zz%zz?my-secret HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    const lines = shell.lines.slice(before)
    expect(lines).toMatchObject([{ msg: 'request', method: 'GET', path: '/zz%zz', status: 400 }])
    expect(JSON.stringify(lines)).not.toContain('my-secret')
  })

  it('has no line for a connection without a request', async () => {
    const before = shell.lines.length
    Object.assign(shell.app.server, { headersTimeout: 300, requestTimeout: 300 })
    expect(statusesOf(await send(''))).toEqual(['HTTP/1.1 408 '])
    Object.assign(shell.app.server, { headersTimeout: 12_000, requestTimeout: 30_000 })
    expect(shell.lines.slice(before)).toEqual([])
  })
})

describe('bodies that do not arrive (reference security 3.2)', () => {
  const LIMITS = { headersTimeout: 12_000, requestTimeout: 30_000, timeout: 60_000 }
  beforeAll(() => expect(shell.app.server).toMatchObject(LIMITS))
  beforeEach(() => Object.assign(shell.app.server, { headersTimeout: 500, requestTimeout: 500 }))
  afterEach(() => Object.assign(shell.app.server, LIMITS))

  /** Send a head, and then a byte now and then; gives what is received, and after how many milliseconds the connection was closed. */
  async function dribble(head: string): Promise<{ readonly answer: string; readonly ms: number }> {
    const began = Date.now()
    const { port } = shell.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined)
    const bytes = setInterval(() => socket.write(head.includes('chunked') ? '1\r\na\r\n' : 'a'), 100)
    const limit = setTimeout(() => socket.destroy(), 9_000)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(bytes)
    clearTimeout(limit)
    return { answer, ms: Date.now() - began }
  }
  const LONG = 'host: localhost\r\ncontent-length: 100000'

  it('hold no connection longer than a request may take, whatever has answered it meanwhile', async () => {
    await shell.get('/')
    const heads = {
      200: `GET / HTTP/1.1\r\n${LONG}`,
      304: `GET / HTTP/1.1\r\nif-none-match: *\r\n${LONG}`,
      400: `GET /% HTTP/1.1\r\n${LONG}`,
      404: `GET /robots.txt/none HTTP/1.1\r\n${LONG}`,
      405: 'PUT / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked',
      408: `POST /account/register HTTP/1.1\r\ncontent-type: application/json\r\n${LONG.replace('100000', '1000')}`,
      417: `GET / HTTP/1.1\r\nexpect: wonders\r\n${LONG}`,
      421: `GET / HTTP/1.1\r\n${LONG.replace('localhost', 'elsewhere.example')}`,
      431: `GET / HTTP/1.1\r\ncookie: a=${'x'.repeat(9_000)}\r\n${LONG}`,
    }
    const held = await Promise.all(
      Object.entries(heads).map(async ([status, head]) => {
        const { answer, ms } = await dribble(head)
        return { status, first: statusesOf(answer)?.[0], isHeld: ms > 6_000 }
      }),
    )
    expect(held).toEqual(
      Object.keys(heads).map((status) => ({ status, first: `HTTP/1.1 ${status} `, isHeld: false })),
    )
  }, 20_000)

  it('of a form have more time by their length, unless the form is answered', async () => {
    const post = (type: string) =>
      dribble(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 24576`)
    const [form, other] = await Promise.all([post('application/x-www-form-urlencoded'), post('text/plain')])
    expect(statusesOf(form.answer)).toEqual(['HTTP/1.1 408 '])
    expect(form.ms).toBeGreaterThan(3_500)
    expect(statusesOf(other.answer)).toEqual(['HTTP/1.1 405 '])
    expect(other.ms).toBeLessThan(form.ms - 1_000)
  }, 20_000)
})
