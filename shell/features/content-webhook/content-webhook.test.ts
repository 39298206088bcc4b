import { createHmac } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { toAppError } from '@tessera/shared/contract'
import { contentWebhook, WEBHOOK_PATH } from './content-webhook.server.ts'

const [SECRET, OLD_SECRET] = ['the-secret-of-today', 'the-secret-of-yesterday']
const NOW = new Date('2026-05-01T12:00:00Z')
const SECONDS = NOW.getTime() / 1_000
const MESSAGE = JSON.stringify({ event: 'entry.published', surrogateKeys: ['site_e_1', 'site_ct_news'] })

const sign = (body: string, { secret = SECRET, seconds = SECONDS } = {}): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

let app: FastifyInstance
let told: (readonly string[])[]

async function start(secrets: readonly string[] = [SECRET, OLD_SECRET], fails = false) {
  told = []
  app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    const { code, status } = toAppError(error)
    const own = (error as { readonly statusCode?: number }).statusCode
    return reply.code(status ?? own ?? 500).send({ code })
  })
  await app.register(
    contentWebhook({
      secrets,
      now: () => NOW,
      contentChanged: async (keys) => {
        told.push(keys)
        if (fails) throw new Error('not now')
        return { answers: 0, pages: 0 }
      },
    }),
  )
}
afterEach(() => app.close())

const send = (body: string, signature: string | undefined = sign(body)) =>
  app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-platform-signature': signature }),
    },
    body,
  })

describe('messages of the platform about changed content (reference security 4.3)', () => {
  it('are acted upon when they are signed, and answered when everything is right', async () => {
    await start()
    const answer = await send(MESSAGE)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ handled: true })
    expect(told).toEqual([['site_e_1', 'site_ct_news']])
  })

  it('may be signed with a secret that is about to be replaced', async () => {
    await start()
    expect((await send(MESSAGE, sign(MESSAGE, { secret: OLD_SECRET }))).statusCode).toBe(200)
  })

  it.each<[string, string | undefined]>([
    ['have no signature', ''],
    ['are signed with another secret', sign(MESSAGE, { secret: 'somebody-elses-secret' })],
    ['are signed for another body', sign(`${MESSAGE} `)],
    ['are more than five minutes old', sign(MESSAGE, { seconds: SECONDS - 301 })],
    ['are from more than five minutes ahead', sign(MESSAGE, { seconds: SECONDS + 301 })],
    ['name a time that was not signed', sign(MESSAGE).replace(/^t=\d+/, `t=${SECONDS - 1}`)],
    ['have half a signature', sign(MESSAGE).slice(0, -2)],
  ])('that %s are refused with 401', async (_what, signature) => {
    await start()
    const answer = await send(MESSAGE, signature)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ code: 'webhook/signature' })
    expect(told).toEqual([])
  })

  it('that come a second time are not acted upon again', async () => {
    await start()
    await send(MESSAGE)
    expect((await send(MESSAGE)).json()).toEqual({ handled: false })
    expect(told).toHaveLength(1)
  })

  it('that could not be acted upon fail, and are when they come again', async () => {
    await start([SECRET], true)
    expect((await send(MESSAGE)).statusCode).toBe(500)
    expect((await send(MESSAGE)).statusCode).toBe(500)
    expect(told).toHaveLength(2)
  })

  it.each(['entry.created', 'entry.updated'])('about drafts (%s) change nothing', async (event) => {
    await start()
    const body = JSON.stringify({ event, surrogateKeys: ['site_e_1'] })
    expect((await send(body)).json()).toEqual({ handled: false })
    expect(told).toEqual([])
  })

  it.each([
    ['no JSON', '{"event":'],
    ['no keys', JSON.stringify({ event: 'entry.published', surrogateKeys: [] })],
    ['keys that are none', JSON.stringify({ event: 'entry.published', surrogateKeys: ['a b\r\n'] })],
    ['something else', '[]'],
    ['nothing', ''],
  ])('that say %s are refused with 400', async (_what, body) => {
    await start()
    expect((await send(body)).statusCode).toBe(400)
    expect(told).toEqual([])
  })

  it('that are larger than any message are refused before they are read', async () => {
    await start()
    expect((await send('x'.repeat(300_000))).statusCode).toBe(413)
  })

  it('are not taken by a site that has no secret', async () => {
    await start([])
    expect((await send(MESSAGE)).statusCode).toBe(404)
  })
})
