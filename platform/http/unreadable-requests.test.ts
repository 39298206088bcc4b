import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Platform } from '../create-platform.ts'
import { aPlatform, PROJECT, TOKEN } from '../testing/a-platform.ts'
import { until } from '../testing/until.ts'
import { answerUnreadable, MAX_HEAD_BYTES } from './unreadable-requests.ts'

/** All that a server answers to some bytes until it closes the connection. */
const sendTo = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1').on('error', reject)
    socket.on('data', (chunk) => (answer += String(chunk))).on('close', () => resolve(answer))
    socket.write(bytes)
  })

describe('requests that no route sees (protocol 1.6)', () => {
  let platform: Platform
  let url = ''
  beforeAll(async () => {
    platform = await aPlatform()
    url = (await platform.listen(0)).url
  })
  afterAll(() => platform.close())

  const post = (path: string, chunk: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}\r\n`
  const tooLong = 'x'.repeat(MAX_HEAD_BYTES)

  test.each([
    ['no HTTP', 400, 'HELLO\r\n\r\n'],
    ['no HTTP behind a request', 400, 'GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\nHELLO\r\n\r\n'],
    ['an unknown method', 400, 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a chunk without a length', 400, post('/authenticate/connect/token', 'zz')],
    ['a chunk with very long extensions', 413, post('/authenticate/connect/token', `1;${tooLong}`)],
    ['an address that is too long', 431, `GET /?${tooLong} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['headers that are too long', 431, `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${tooLong}\r\n\r\n`],
  ])(
    '%s is answered with %i, once, in the envelope of all errors and to all origins',
    async (_, status, bytes) => {
      const answer = await sendTo(Number(new URL(url).port), bytes)
      const [head = '', ...bodies] = answer.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(head).toMatch(/^access-control-allow-origin: \*$/m)
      expect(head).toMatch(/^access-control-expose-headers: surrogate-key, x-contensis-classic-token$/m)
      expect(bodies.map((body): unknown => JSON.parse(body))).toEqual([
        { logId: expect.any(String), message: expect.any(String), data: null, type: 'error' },
      ])
    },
  )

  test('the answer to an invalid address has CORS headers for all origins', async () => {
    const { headers } = await platform.inject({ method: 'GET', url: '/%zz' })
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  test('the longest ZenQL that is read is accepted with every character percent-encoded', async () => {
    const path = `${PROJECT}/entries?zenql=${'%20'.repeat(100_000)}`
    const answer = await fetch(url + path, { headers: { accesstoken: TOKEN } })
    expect(answer.status).toBe(200)
  })
})

describe('a request followed by bytes that are not HTTP', () => {
  const bytes = 'GET / HTTP/1.1\r\nhost: x\r\n\r\nHELLO\r\n\r\n'
  /** What a server sends to these bytes, which begins each answer with `begin`. */
  const answered = async (begin: (response: ServerResponse) => void): Promise<string> => {
    const { onRequest, onError } = answerUnreadable()
    const server = createServer((_, response) => begin(response)).on('request', onRequest)
    server.on('clientError', onError).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answer = await sendTo((server.address() as AddressInfo).port, bytes)
    server.close()
    return answer
  }

  test('keeps the start of its answer, and nothing is sent after that', async () => {
    const answer = await answered((response) => void response.write('begun'))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*begun\r\n$/)
  })

  test('is answered with 400 if its answer had not begun, and its response is closed', async () => {
    let isClosed = false
    const answer = await answered((response) => void response.on('close', () => (isClosed = true)))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    await until(() => isClosed)
  })
})
