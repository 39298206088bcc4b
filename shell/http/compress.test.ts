import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { chooseEncoding, compressAnswers } from './compress.server.ts'

const PAGE = `<p>${'Bins and recycling – $& \u2028 '.repeat(200)}</p>`
let app: FastifyInstance

beforeAll(async () => {
  app = fastify()
  await compressAnswers(app)
  app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get('/short', (_request, reply) => reply.type('text/html').send('<p>short</p>'))
  app.get('/long', (_request, reply) => reply.type('text/html').send(PAGE.repeat(40)))
  app.get('/stream', (_request, reply) => reply.type('image/svg+xml').send(Readable.from([PAGE])))
  app.get('/feed', (_request, reply) => reply.type('application/rss+xml; charset=utf-8').send(PAGE))
  app.get<{ Querystring: { readonly by: string } }>('/vary', (request, reply) =>
    reply.type('text/plain').header('vary', request.query.by).send(PAGE),
  )
  app.get('/picture', (_request, reply) => reply.type('image/webp').send(PAGE))
})
afterAll(() => app.close())

const get = (url: string, accepted = 'gzip, deflate, br') =>
  app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} })

describe('compressing answers', () => {
  it('gives a page back byte for byte, with the length of what was sent', async () => {
    const answer = await get('/page')
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(PAGE)
  })

  it('compresses for browsers that accept it, and not for others', async () => {
    const packed = await get('/page', 'gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(PAGE)
    const plain = await get('/page', '')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['vary']).toBe('accept-encoding')
    expect(plain.body).toBe(PAGE)
  })

  it.each([
    ['/long', PAGE.repeat(40)],
    ['/stream', PAGE],
  ])('compresses %s as it flows', async (url, whole) => {
    const answer = await get(url)
    expect(answer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(whole)
  })

  it('says of every text that it depends on what the browser takes, feeds and sitemaps too', async () => {
    for (const accepted of ['', 'gzip'])
      expect((await get('/feed', accepted)).headers['vary']).toBe('accept-encoding')
  })

  it('gives a stream the encoding that the browser likes best', async () => {
    const answer = await get('/stream', 'gzip;q=0.5, br;q=0.1')
    expect(gunzipSync(answer.rawPayload).toString()).toBe(PAGE)
  })

  it.each([
    ['accept', 'accept, accept-encoding'],
    ['Accept-Encoding, cookie', 'Accept-Encoding, cookie'],
    ['*', '*'],
  ])('adds to what an answer that differs by %s says', async (vary, said) => {
    for (const accepted of ['', 'gzip'])
      expect((await get(`/vary?by=${encodeURIComponent(vary)}`, accepted)).headers['vary']).toBe(said)
  })

  it.each(['/short', '/picture'])('leaves %s as it is', async (url) => {
    expect((await get(url)).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['*', 'gzip'],
    ['gzip;q=0, *', null],
    ['*;q=0', null],
    ['gzip, *;q=0', 'gzip'],
    ['identity;q=0.5, GZIP ; Q=0.8', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=0.1, br;q=0.5', 'br'],
    ['br;q=0.1, *;q=0.5', 'gzip'],
    ['br; q=0.000, *;q=0.1', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', null],
    [undefined, null],
  ])('of "%s" chooses %s', (accepted, chosen) => {
    expect(chooseEncoding(accepted)).toBe(chosen)
  })
})
