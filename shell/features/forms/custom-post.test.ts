import { aFaultServer, sendJson, until, type Answering, type FaultServer } from '@tessera/shared/testing'
import { createMemoryStore } from '../../store/shared-store.server.ts'
import { createCustomPost } from './custom-post.server.ts'
import type { Outbound, OutboundAnswer } from './outbound.server.ts'
import { aFormSite, type FormSite } from './testing/a-form-site.ts'

const WRONG = { success: false, errors: ['The slot is taken'] }
const MADE = { success: true, errors: [] }

describe('a form with a custom post that is sent again (security 3.5)', () => {
  const made: { readonly key: unknown; isEnded: boolean }[] = []
  const stored = new Map<unknown, number>()
  let partner: FaultServer
  let cms: FaultServer
  let site: FormSite
  let status = 200
  /** What the answers of each server wait for. */
  let waits: { partner?: Promise<unknown>; cms?: Promise<unknown> } = {}
  const take = async (...[request, response]: Parameters<Answering>) => {
    for await (const _chunk of request);
    const one = { key: request.headers['idempotency-key'], isEnded: false }
    made.push(one)
    response.once('close', () => (one.isEnded = !response.writableEnded))
    await waits.partner
    sendJson(response, status === 200 ? {} : WRONG, status)
  }
  const keep = async (...[request, response]: Parameters<Answering>) => {
    for await (const _chunk of request);
    const key = request.headers['idempotency-key']
    if (!stored.has(key)) stored.set(key, stored.size + 1)
    await waits.cms
    const redirect = { method: 'POST', url: `${partner.url}/in`, body: 'x' }
    sendJson(response, { formPostId: stored.get(key), action: 'Redirect', redirect })
  }
  beforeAll(async () => {
    partner = await aFaultServer((...asked) => void take(...asked))
    cms = await aFaultServer((...asked) => void keep(...asked))
    const customPostHosts = [{ origin: partner.url, isPrivate: true }]
    site = await aFormSite({ cmsUrl: cms.url, forms: { customPostHosts } })
  })
  afterAll(async () => {
    await site.close()
    await cms.close()
    await partner.close()
  })
  beforeEach(() => {
    made.splice(0)
    stored.clear()
    waits = {}
    status = 200
  })

  const customPostOf = async (key: string, name = 'Ada') => {
    const answer = await site.post({ name }, { 'idempotency-key': key })
    return ((await answer.json()) as { readonly customPost?: unknown }).customPost
  }
  const sendPage = (fields: Readonly<Record<string, string>>, init: RequestInit = {}) => {
    const body = new URLSearchParams({ 'x-form': 'classic/1', ...fields })
    return site.send('/', { method: 'POST', body, ...init })
  }

  it('makes it once, with a key of its own, and again for other answers', async () => {
    expect([await customPostOf('lost'), await customPostOf('lost')]).toEqual([MADE, MADE])
    expect(made.map(({ key }) => key)).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect([...stored.keys()]).not.toContain(made[0]?.key)
    expect(await customPostOf('lost', 'Grace')).toEqual(MADE)
    expect(new Set(made.map(({ key }) => key)).size).toBe(2)
  })
  it('makes it again under the same key after it has failed, until it succeeds', async () => {
    status = 422
    expect([await customPostOf('again'), await customPostOf('again')]).toEqual([WRONG, WRONG])
    status = 200
    expect([await customPostOf('again'), await customPostOf('again')]).toEqual([MADE, MADE])
    expect(made).toHaveLength(3)
    expect([new Set(made.map(({ key }) => key)).size, stored.size]).toEqual([1, 1])
  })
  it.each([
    [200, MADE],
    [422, WRONG],
  ])(
    'at the same time makes it once, and says the same to both when it is answered with %d',
    async (answered, outcome) => {
      status = answered
      waits = { partner: new Promise((resolve) => setTimeout(resolve, 300)) }
      const key = `twice-${answered}`
      expect(await Promise.all([customPostOf(key), customPostOf(key)])).toEqual([outcome, outcome])
      expect(made).toHaveLength(1)
    },
  )
  it('by a double click without script makes it once', async () => {
    const fields = { name: 'Two clicks' }
    const answers = await Promise.all([sendPage(fields), sendPage(fields)])
    expect(answers.map((answer) => answer.status)).toEqual([303, 303])
    expect([made.length, stored.size]).toEqual([1, 1])
  })
  it.each([
    ['with script', 'cms'],
    ['with script', 'partner'],
    ['without script', 'cms'],
    ['without script', 'partner'],
  ] as const)('%s makes it although its visitor leaves before the %s has answered', async (way, server) => {
    const answered = Promise.withResolvers<null>()
    waits = { [server]: answered.promise }
    const gone = new AbortController()
    const name = `left-${way}-${server}`.replaceAll(' ', '-')
    const send = (signal?: AbortSignal) =>
      way === 'with script'
        ? site.send('/REST/UI/FormsModule/postform/72/0', {
            method: 'POST',
            body: new URLSearchParams({ name }),
            headers: { 'x-form': 'classic/1', 'idempotency-key': name },
            ...(signal && { signal }),
          })
        : sendPage({ name }, signal && { signal })
    const left = send(gone.signal).catch(() => 'left')
    await until(() => (server === 'cms' ? stored.size : made.length) === 1)
    gone.abort()
    expect(await left).toBe('left')
    await new Promise((resolve) => setTimeout(resolve, 200))
    answered.resolve(null)
    await until(() => made.length === 1)
    expect((await send()).status).toBe(way === 'with script' ? 200 : 303)
    expect([made.length, made[0]?.isEnded]).toEqual([1, false])
  })
  it.each(['cms', 'partner'] as const)(
    'is made although its visitor leaves and the server closes before the %s has answered',
    async (server) => {
      const customPostHosts = [{ origin: partner.url, isPrivate: true }]
      const closing = await aFormSite({ cmsUrl: cms.url, forms: { customPostHosts } })
      const answered = Promise.withResolvers<null>()
      waits = { [server]: answered.promise }
      const gone = new AbortController()
      const left = closing
        .send('/REST/UI/FormsModule/postform/72/0', {
          method: 'POST',
          body: new URLSearchParams({ name: 'Closing' }),
          headers: { 'x-form': 'classic/1', 'idempotency-key': `closing-${server}` },
          signal: gone.signal,
        })
        .catch(() => 'left')
      await until(() => (server === 'cms' ? stored.size : made.length) === 1)
      gone.abort()
      expect(await left).toBe('left')
      const closed = closing.close()
      setTimeout(() => answered.resolve(null), 1_000)
      await closed
      expect([made.length, made[0]?.isEnded]).toEqual([1, false])
    },
  )
})

describe('a custom post by several processes with one store', () => {
  const POST = { path: '/form', contentType: 'text/plain', headers: {}, body: 'name=Ada' }
  const URL = 'https://partner.example/in'
  let nowMs = 1
  let answers: Promise<OutboundAnswer>[] = []
  let count = 0
  const outbound: Outbound = {
    send: () => {
      count += 1
      return answers.shift() ?? Promise.reject(new Error('none is expected'))
    },
    close: async () => undefined,
  }
  const store = createMemoryStore({ now: () => nowMs })
  const aProcess = () =>
    createCustomPost(
      { customPostHosts: [{ origin: 'https://partner.example', isPrivate: false }], postMs: 1_000 },
      { toPublic: outbound, toPrivate: outbound, store, onFailure: () => undefined },
    )
  const answerOf = (status: number, errors: readonly string[] = []): OutboundAnswer => ({
    status,
    text: '',
    json: { errors },
    headers: {},
  })
  beforeEach(() => {
    count = 0
    answers = []
  })

  it('is made by one of them, whose outcome the other one has', async () => {
    for (const [key, answer, outcome] of [
      ['good', answerOf(200), MADE],
      ['bad', answerOf(422, WRONG.errors), WRONG],
    ] as const) {
      const answered = Promise.withResolvers<OutboundAnswer>()
      answers = [answered.promise]
      const both = [aProcess()(URL, POST, key), aProcess()(URL, POST, key)]
      await new Promise((resolve) => setTimeout(resolve, 150))
      answered.resolve(answer)
      expect(await Promise.all(both)).toEqual([outcome, outcome])
    }
    expect(count).toBe(2)
  })
  it('is made by the one that waited when the one that made it has ended', async () => {
    answers = [new Promise(() => undefined), Promise.resolve(answerOf(200))]
    void aProcess()(URL, POST, 'killed')
    const waiting = aProcess()(URL, POST, 'killed')
    await until(() => count === 1)
    nowMs += 10_000
    expect(await waiting).toEqual(MADE)
    expect(count).toBe(2)
  })
  it('without a key is made as often as it is asked for', async () => {
    answers = [Promise.resolve(answerOf(200)), Promise.resolve(answerOf(200))]
    const post = aProcess()
    expect([await post(URL, POST, null), await post(URL, POST, null)]).toEqual([MADE, MADE])
    expect(count).toBe(2)
  })
})
