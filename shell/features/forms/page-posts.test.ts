import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { aFaultServer, sendJson, until, type Answering, type FaultServer } from '@tessera/shared/testing'
import { aFormSite, type FormSite } from './testing/a-form-site.ts'

interface Shown {
  readonly form: {
    readonly formId: string
    readonly state: Readonly<Record<string, unknown>>
    readonly hidden: Readonly<Record<string, string>>
    readonly refusal?: string
  } | null
  readonly gate: { readonly hidden: Readonly<Record<string, string>> }
}

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(2_000, 7)])

describe('a form without script (reference forms 4.8)', () => {
  let site: FormSite
  beforeAll(
    async () => void (site = await aFormSite({ forms: { uploads: { maxBytes: 4_000 }, postsPerHour: 8 } })),
  )
  afterAll(() => site.close())

  const shownBy = async (answer: Response): Promise<Shown> => {
    const [, json = ''] = /<pre>version (.*?)<\/pre>/s.exec(await answer.text()) ?? []
    return JSON.parse(json.replaceAll('&quot;', '"')) as Shown
  }
  const post = (
    fields: Readonly<Record<string, string | Blob>>,
    headers: Record<string, string> = {},
    page = '/',
  ) => {
    const texts = { 'x-form': 'classic/1', ...fields }
    const hasFile = Object.values(texts).some((value) => typeof value !== 'string')
    const body = hasFile ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(texts)) body.append(name, value as string)
    return site.send(page, { method: 'POST', body, headers })
  }
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0] ?? '')
      .join('; ')

  it('goes from page to page with what was said before, which nobody can read or change, and in no address', async () => {
    const second = await post({ action: 'next', name: 'Ada Lovelace' })
    expect([second.status, second.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ])
    const { form } = await shownBy(second)
    expect(form?.state).toEqual({ values: { name: 'Ada Lovelace' }, page: 2 })
    const sealed = form?.hidden['x-form-state'] ?? ''
    expect(sealed).toMatch(/^[\w-]+$/)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Ada')
    const third = await post({ action: 'next', town: 'Lark', 'x-form-state': sealed })
    expect((await shownBy(third)).form?.state).toMatchObject({
      values: { name: 'Ada Lovelace', town: 'Lark' },
    })
    const forged = await post({
      action: 'next',
      town: 'Lark',
      'x-form-state': `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`,
    })
    expect((await shownBy(forged)).form?.state).toEqual({ values: { town: 'Lark' }, page: 2 })
    const other = await post({ action: 'next', 'x-form': 'classic/2', 'x-form-state': sealed })
    expect((await shownBy(other)).form?.state).toEqual({ values: {}, page: 2 })
  })
  it('that is not in order is shown again with 422, its messages, and what was typed', async () => {
    const answer = await post({ action: 'submit', town: 'Lark' })
    expect(answer.status).toBe(422)
    const { form } = await shownBy(answer)
    expect(form?.state).toMatchObject({
      values: { town: 'Lark' },
      issues: [{ message: 'Name is a required field' }],
    })
  })
  it('shows all of it, and carries to the next post what its remote gives for that', async () => {
    const { form } = await shownBy(await post({ action: 'submit', town: 'long' }))
    expect(form?.state).toMatchObject({ values: { town: 'long' } })
    const next = await post({
      action: 'next',
      name: 'Ada',
      'x-form-state': form?.hidden['x-form-state'] ?? '',
    })
    expect((await shownBy(next)).form?.state).toMatchObject({ values: { town: 'cut', name: 'Ada' } })
  })
  it.each([
    ['refused', '/', { action: 'submit', town: 'Lark' }, 'Error: '],
    ['refused', '/cy', { action: 'submit', town: 'Lark' }, 'Gwall: '],
    ['on its next page', '/', { action: 'next', name: 'Grace' }, ''],
  ] as const)('that is %s at %s has a title that says so first', async (_what, page, fields, prefix) => {
    const titleOf = async (answer: Response) => /<title>(.*?)<\/title>/.exec(await answer.text())?.[1] ?? ''
    const title = await titleOf(await site.send(page))
    expect(title).not.toBe('')
    expect(await titleOf(await post(fields, {}, page))).toMatch(new RegExp(`^${prefix}${title}`))
  })
  it.each([
    ['/', 'Sent: '],
    ['/cy', 'Anfonwyd: '],
  ])('that was sent from %s has a confirmation whose title says so first', async (page, prefix) => {
    const titleOf = async (answer: Response) => /<title>(.*?)<\/title>/.exec(await answer.text())?.[1] ?? ''
    const title = await titleOf(await site.send(page))
    const sent = await post({ action: 'submit', name: 'Grace', 'x-form': 'classic/title' }, {}, page)
    const headers = { cookie: cookiesOf(sent) }
    const way = sent.headers.get('location') ?? ''
    expect(await titleOf(await site.send(way, { headers }))).toMatch(new RegExp(`^${prefix}${title}`))
    expect(await titleOf(await site.send(way))).toBe(title)
  })
  it('is confirmed by a redirect to its page, for the one who has sent it, and sending it twice stores it once', async () => {
    const fields = { action: 'submit', name: 'Grace' }
    const [one, other] = await Promise.all([post(fields), post(fields)])
    const ways = [one, other].map((answer) => answer?.headers.get('location') ?? '')
    expect([one?.status, other?.status]).toEqual([303, 303])
    expect(ways[0]).toMatch(/^\/\?form-sent=[0-9a-f]{32}$/)
    const sent = await Promise.all(
      [one, other].map(async (answer, index) => {
        const page = await site.send(ways[index] ?? '', {
          headers: { cookie: cookiesOf(answer as Response) },
        })
        expect(page.headers.get('cache-control')).toMatch(/no-store|private/)
        return (await shownBy(page)).form?.state['sent']
      }),
    )
    expect(sent[0]).toBeTruthy()
    expect(sent[1]).toBe(sent[0])
    expect((await shownBy(await site.send(ways[0] ?? ''))).form).toBeNull()
  })
  it('is confirmed at its address also after others were sent, of which the last four are', async () => {
    const ways: string[] = []
    let cookie = ''
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve']) {
      const sent = await post({ name, 'x-form': 'classic/several' }, { cookie })
      ways.push(sent.headers.get('location') ?? '')
      cookie = cookiesOf(sent)
    }
    const shown = await Promise.all(
      ways.map(
        async (way) => (await shownBy(await site.send(way, { headers: { cookie } }))).form?.state['values'],
      ),
    )
    expect(shown).toEqual([undefined, { name: 'Bea' }, { name: 'Cleo' }, { name: 'Dora' }, { name: 'Eve' }])
  })
  it.each(['/cy/g%C5%B5yl', '/caf%C3%A9', '/100%25'])('on %s is confirmed at its address', async (page) => {
    const sent = await post({ 'x-form': 'classic/address', name: 'Nest' }, {}, page)
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')?.split('?')).toEqual([page, expect.stringMatching(/^form-sent=/)])
  })
  it('that a script has posted for its visitor is answered in JSON, without a cookie', async () => {
    const accept = { accept: 'application/json' }
    const sent = await post({ action: 'submit', name: 'Hedy' }, accept)
    expect([sent.status, sent.headers.getSetCookie(), await sent.json()]).toEqual([
      200,
      [],
      { success: true },
    ])
    expect(sent.headers.get('cache-control')).toBe('no-store')
    const refused = await post({ action: 'submit', town: 'Lark' }, accept)
    expect([refused.status, await refused.json()]).toEqual([422, { success: false }])
  })
  it('with another answer is another submission, though it was sent before', async () => {
    const changing = { 'x-form': 'classic/changing' }
    const { form } = await shownBy(await post({ ...changing, action: 'next', name: 'Ada' }))
    const send = async (town: string) => {
      const answer = await post({ ...changing, action: 'submit', town, ...form?.hidden })
      const page = await site.send(answer.headers.get('location') ?? '', {
        headers: { cookie: cookiesOf(answer) },
      })
      return (await shownBy(page)).form?.state['sent']
    }
    const [first, other] = [await send('Lark'), await send('Larkmoor')]
    expect([first, other].every(Boolean)).toBe(true)
    expect(other).not.toBe(first)
    expect(await send('Lark')).toBe(first)
  })
  it('goes where its author says after it was sent', async () => {
    expect((await post({ name: 'elsewhere' })).headers.get('location')).toBe('/news')
  })
  it.each([
    ['/', 'Your form has been sent', 'Continue to pay.example'],
    ['/cy', 'Mae eich ffurflen wedi’i hanfon', 'Parhau i pay.example'],
  ])('that was sent from %s goes to another site by a page of this site', async (page, title, link) => {
    const sent = await post({ 'x-form': 'classic/abroad', name: 'abroad' }, {}, page)
    expect([sent.status, sent.headers.get('refresh'), sent.headers.get('cache-control')]).toEqual([
      200,
      '0; url=https://pay.example/start?a=1&b=2',
      'private, no-store',
    ])
    const body = await sent.text()
    expect(body).toContain('<meta name="robots" content="noindex"')
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(`href="https://pay.example/start?a=1&amp;b=2">${link}</a>`)
  })
  it('keeps its files enciphered until it is sent, and removes them then', async () => {
    const folder = `${site.shell.dataDir}/form-files`
    const picture = new File([PNG], 'badge.png', { type: 'image/png' })
    const first = await shownBy(await post({ action: 'next', photo: picture }))
    const state = first.form?.state as { values: { photo: { name: string; sizeBytes: number } } }
    expect(state.values.photo).toMatchObject({ name: 'badge.png', sizeBytes: PNG.length, type: 'image/png' })
    const [kept = ''] = readdirSync(folder)
    expect(readFileSync(`${folder}/${kept}`).includes(PNG.subarray(0, 8))).toBe(false)
    const done = await post({ action: 'submit', name: 'Ada', ...first.form?.hidden })
    expect(done.status).toBe(303)
    expect(readdirSync(folder)).toEqual([])
    const page = await site.send(done.headers.get('location') ?? '', { headers: { cookie: cookiesOf(done) } })
    expect((await shownBy(page)).form?.state['files']).toEqual({ total: 1, processed: 1, errors: [] })
  })
  describe('with files', () => {
    const calls: { readonly path: string; readonly key: unknown }[] = []
    const posts = new Map<unknown, number>()
    let failures = 0
    /** What the answer to a post has besides its id, or in place of it. */
    let postAnswer: object = {}
    let notices: (() => Promise<number>)[] = []
    /** What the answer to the call with this in its path waits for. */
    let heldCall: { readonly part: string; readonly until: Promise<unknown> } | null = null
    let ended: () => unknown = () => undefined
    let cms: FaultServer
    let own: FormSite
    const take = async (...[request, response]: Parameters<Answering>) => {
      for await (const _piece of request);
      const [path, key] = [request.url ?? '', request.headers['idempotency-key']]
      calls.push({ path, key })
      if (heldCall && path.includes(heldCall.part)) await heldCall.until
      if (path.endsWith('UploadFile') && failures > 0) {
        failures -= 1
        return sendJson(response, { success: false }, 500)
      }
      if (path.includes('sendnotification')) {
        response.once('close', () => response.writableEnded || ended())
        const status = (await notices.shift()?.()) ?? 200
        return sendJson(response, { success: status === 200 }, status)
      }
      if (!posts.has(key)) posts.set(key, posts.size + 1)
      const stored = { formPostId: posts.get(key), ...postAnswer }
      sendJson(response, path.includes('postform') ? stored : { success: true })
    }
    beforeAll(async () => {
      cms = await aFaultServer((...asked) => void take(...asked))
      own = await aFormSite({ cmsUrl: cms.url })
    })
    afterAll(async () => {
      await own.close()
      await cms.close()
    })
    beforeEach(() => {
      calls.splice(0)
      postAnswer = {}
    })
    const keysOf = (part: string) => calls.filter(({ path }) => path.includes(part)).map(({ key }) => key)
    type Fields = Readonly<Record<string, string | Blob>>
    const sendTo = (to: FormSite, fields: Fields, page = '/', signal?: AbortSignal) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ 'x-form': 'classic/files', ...fields }))
        body.append(name, value)
      return to.send(page, { method: 'POST', body, ...(signal && { signal }) })
    }
    const send = (...[fields, page, signal]: [Fields, string?, AbortSignal?]) =>
      sendTo(own, fields, page, signal)
    /** The next notification waits until it is answered with a status; tells when it is asked for, and whether its caller has ended it. */
    const heldNotice = () => {
      const asked = Promise.withResolvers<null>()
      const answered = Promise.withResolvers<number>()
      const notice = { asked: asked.promise, answer: answered.resolve, isEnded: false }
      notices = [
        () => {
          asked.resolve(null)
          return answered.promise
        },
      ]
      ended = () => (notice.isEnded = true)
      return notice
    }
    const pictures = () => ({
      photo: new File([PNG], 'badge.png', { type: 'image/png' }),
      other: new File([PNG], 'other.png', { type: 'image/png' }),
    })
    const left = () => readdirSync(`${own.shell.dataDir}/form-files`)

    it('after a send that failed carries what its remote says is smaller than its state', async () => {
      failures = 1
      const { form } = await shownBy(await send({ name: 'Ada', town: 'long', ...pictures() }))
      expect(form?.state).toMatchObject({ values: { town: 'long' } })
      const next = await shownBy(await send({ action: 'next', ...form?.hidden }))
      expect(next.form?.state).toMatchObject({ values: { town: 'cut', name: 'Ada' } })
      expect((await send({ ...form?.hidden })).status).toBe(303)
    })

    it.each([['one page'], ['several pages']])(
      'of %s is shown again when one is not taken, and can be sent again: nothing is stored twice',
      async (kind) => {
        failures = 1
        const first =
          kind === 'one page' ? null : await shownBy(await send({ action: 'next', ...pictures() }))
        const sent = await send({ name: kind, ...(first ? first.form?.hidden : pictures()) })
        expect([sent.status, left().length]).toEqual([422, 2])
        const again = await send({ ...(await shownBy(sent)).form?.hidden })
        expect([again.status, left()]).toEqual([303, []])
        expect(new Set(keysOf('postform')).size).toBe(1)
        const uploads = keysOf('UploadFile')
        expect(uploads).toEqual([uploads[0], uploads[1], uploads[0]])
        expect(uploads[0]).toEqual(expect.any(String))
        expect(uploads[0]).not.toBe(uploads[1])
        expect(keysOf('sendnotification')).toHaveLength(1)
      },
    )
    it.each([
      ['/', 'It could not be passed on at the moment. Please try again in a few minutes.'],
      [
        '/cy',
        'Nid oedd modd ei hanfon ymlaen ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
      ],
    ])(
      'at %s of which none is taken says so in the words of the site, and in none of the system',
      async (page, text) => {
        failures = 2
        const sent = await send({ name: `Not taken ${page}`, ...pictures() }, page)
        const { form } = await shownBy(sent)
        expect(form?.state['files']).toMatchObject({ processed: 0, errors: [text, text] })
        expect((await send({ ...form?.hidden }, page)).status).toBe(303)
      },
    )
    it.each([
      [
        'whose custom post fails',
        { action: 'Redirect', redirect: { method: 'POST', url: 'https://partner.example/in' } },
        undefined,
      ],
      ['whose post is stored without an id', { formPostId: undefined }, { total: 2, processed: 0 }],
    ])(
      '%s sends none and notifies nobody, until it is sent again and succeeds',
      async (kind, answer, files) => {
        postAnswer = answer
        const sent = await send({ name: kind, ...pictures() })
        expect([sent.status, left().length]).toEqual([422, 2])
        expect([...keysOf('UploadFile'), ...keysOf('sendnotification')]).toEqual([])
        const { form } = await shownBy(sent)
        if (files) expect(form?.state['files']).toMatchObject(files)
        postAnswer = {}
        expect([(await send({ ...form?.hidden })).status, left()]).toEqual([303, []])
        expect([keysOf('UploadFile').length, keysOf('sendnotification').length]).toEqual([2, 1])
        expect(new Set(keysOf('postform')).size).toBe(1)
      },
    )
    it('that is sent twice at once has each of them once, and one notification', async () => {
      const { form } = await shownBy(await send({ action: 'next', ...pictures() }))
      const fields = { name: 'Twice', ...form?.hidden }
      const answers = await Promise.all([send(fields), send(fields), send(fields)])
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
      expect(new Set(keysOf('UploadFile')).size).toBe(2)
      expect(keysOf('sendnotification')).toHaveLength(1)
      expect((await send(fields)).status).toBe(303)
      expect(left()).toEqual([])
    })
    it('whose notification fails notifies again when it is sent again, until that succeeds', async () => {
      notices = [async () => 503]
      const { form } = await shownBy(await send({ action: 'next', ...pictures() }))
      const fields = { name: 'Not notified', ...form?.hidden }
      expect((await send(fields)).status).toBe(303)
      expect(keysOf('sendnotification')).not.toHaveLength(0)
      for (let time = 0; time < 2; time += 1) {
        expect((await send(fields)).status).toBe(303)
        expect(keysOf('sendnotification')).toHaveLength(2)
      }
    })
    it('whose notification fails are notified about a little later, although nobody sends them again', async () => {
      notices = [async () => 503]
      const { form } = await shownBy(await send({ action: 'next', ...pictures() }))
      const fields = { name: 'Notified later', ...form?.hidden }
      expect((await send(fields)).status).toBe(303)
      await until(() => keysOf('sendnotification').length === 2)
      expect((await send(fields)).status).toBe(303)
      const keys = keysOf('sendnotification')
      expect(keys).toEqual([expect.stringMatching(/^notice-71-\d+$/), keys[0]])
    })
    it('whose notification fails are notified about before their server has closed, and an error says so when they are not', async () => {
      const closing = await aFormSite({ cmsUrl: cms.url })
      notices = [async () => 503, async () => 503]
      expect((await sendTo(closing, { name: 'Closing', ...pictures() })).status).toBe(303)
      await closing.close()
      expect(keysOf('sendnotification')).toHaveLength(2)
      expect(closing.shell.lines).toContainEqual(
        expect.objectContaining({ level: 50, formPostId: expect.any(String) as unknown, isFinal: true }),
      )
    })
    it('are not notified about once more as their server closes when that was done meanwhile', async () => {
      const closing = await aFormSite({ cmsUrl: cms.url })
      notices = [async () => 503]
      const { form } = await shownBy(await sendTo(closing, { action: 'next', ...pictures() }))
      const fields = { name: 'Closing', ...form?.hidden }
      expect((await sendTo(closing, fields)).status).toBe(303)
      expect((await sendTo(closing, fields)).status).toBe(303)
      expect(keysOf('sendnotification')).toHaveLength(2)
      await closing.close()
      expect(keysOf('sendnotification')).toHaveLength(2)
    })
    it('are not waited for longer than 5 s as their server closes, and an error names the post of each', async () => {
      const closing = await aFormSite({ cmsUrl: cms.url })
      notices = [async () => 503, () => new Promise(() => undefined)]
      expect((await sendTo(closing, { name: 'Hangs', ...pictures() })).status).toBe(303)
      const since = performance.now()
      await closing.close()
      expect(performance.now() - since).toBeLessThan(9_000)
      expect(closing.shell.lines).toContainEqual(
        expect.objectContaining({ level: 50, formPostId: expect.any(String) as unknown, isFinal: true }),
      )
    }, 30_000)
    it('notify also when the visitor leaves and the server closes meanwhile', async () => {
      const closing = await aFormSite({ cmsUrl: cms.url })
      const gone = new AbortController()
      const notice = heldNotice()
      const fields = { name: 'Left', ...pictures() }
      const sent = sendTo(closing, fields, '/', gone.signal).catch(() => 'left')
      await notice.asked
      gone.abort()
      expect(await sent).toBe('left')
      const closed = closing.close()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(notice.isEnded).toBe(false)
      notice.answer(200)
      await closed
      expect([notice.isEnded, keysOf('sendnotification').length]).toEqual([false, 1])
    })
    it('notify also when the visitor leaves meanwhile, once', async () => {
      const { form } = await shownBy(await send({ action: 'next', ...pictures() }))
      const fields = { name: 'Left', ...form?.hidden }
      const gone = new AbortController()
      const notice = heldNotice()
      const first = send(fields, '/', gone.signal).catch(() => 'left')
      await notice.asked
      gone.abort()
      expect(await first).toBe('left')
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(notice.isEnded).toBe(false)
      notice.answer(200)
      expect((await send(fields)).status).toBe(303)
      expect(keysOf('sendnotification')).toHaveLength(1)
    })
    it.each(['postform', 'UploadFile'])(
      'arrive, and are notified about, although the visitor leaves before %s has answered',
      async (part) => {
        const gone = new AbortController()
        const answered = Promise.withResolvers<null>()
        heldCall = { part, until: answered.promise }
        const sent = send({ name: `Left at ${part}`, ...pictures() }, '/', gone.signal).catch(() => 'left')
        await until(() => keysOf(part).length === 1)
        gone.abort()
        expect(await sent).toBe('left')
        await new Promise((resolve) => setTimeout(resolve, 200))
        heldCall = null
        answered.resolve(null)
        await until(() => keysOf('sendnotification').length === 1)
        expect([keysOf('UploadFile').length, left()]).toEqual([2, []])
      },
    )
    it('that are posted twice with a form of one page are sent once with it, and other files with another', async () => {
      const fields = { name: 'Two clicks' }
      const answers = await Promise.all([1, 2].map(() => send({ ...fields, ...pictures() })))
      expect(answers.map(({ status }) => status)).toEqual([303, 303])
      expect(new Set(keysOf('postform')).size).toBe(1)
      expect(new Set(keysOf('UploadFile')).size).toBe(2)
      expect(keysOf('sendnotification')).toHaveLength(1)
      expect(left()).toEqual([])
      const changed = new File([PNG, 'changed'], 'badge.png', { type: 'image/png' })
      await send({ ...fields, ...pictures(), photo: changed })
      expect(new Set(keysOf('postform')).size).toBe(2)
    })
  })
  it('whose file is refused says so and why, keeps what was typed, and its rules are told', async () => {
    const answer = await post({ action: 'next', name: 'Ada', photo: new File(['MZ'], 'a.exe') })
    expect(answer.status).toBe(422)
    const { form } = await shownBy(answer)
    const refusedFiles = [['photo', expect.stringContaining('not of a type that is allowed')]]
    expect(form).toMatchObject({
      refusal: 'gateway/file-type',
      state: { values: { name: 'Ada' }, refusedFiles },
    })
    const large = new File([PNG, PNG, PNG], 'a.png')
    expect(await shownBy(await post({ action: 'next', photo: large }))).toMatchObject({
      form: { refusal: 'gateway/file-too-large' },
    })
  })
  it('whose file finds no room says so at once, however large the file is, and keeps what was typed', async () => {
    const full = await aFormSite({ forms: { uploads: { keptBytes: 1 } } })
    const large = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024, 7)])
    const send = (photo: Buffer) => {
      const body = new FormData()
      body.set('x-form', 'classic/1')
      body.set('action', 'next')
      body.set('photo', new File([new Uint8Array(photo)], 'a.png'))
      body.set('town', 'Lark')
      return full.send('/', { method: 'POST', body, signal: AbortSignal.timeout(3_000) })
    }
    try {
      expect((await send(PNG)).status).toBe(200)
      const refused = await send(large)
      expect(refused.status).toBe(429)
      expect((await shownBy(refused)).form).toMatchObject({
        refusal: 'gateway/limited',
        state: { values: { town: 'Lark' } },
      })
    } finally {
      await full.close()
    }
  })
  it.each([
    ['/', 'It could not be passed on at the moment. Please try again in a few minutes.'],
    ['/cy', 'Nid oedd modd ei hanfon ymlaen ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.'],
  ])(
    'at %s whose file cannot be stored says so in the words of the site, and warns whoever runs it',
    async (page, text) => {
      const broken = await aFormSite()
      try {
        // A file is where the folder of files is to be.
        writeFileSync(`${broken.shell.dataDir}/form-files`, '')
        const body = new FormData()
        for (const [name, value] of Object.entries({ 'x-form': 'classic/1', action: 'next', town: 'Lark' }))
          body.set(name, value)
        body.set('photo', new File([PNG], 'a.png'))
        const answer = await broken.send(page, { method: 'POST', body })
        const html = await answer.clone().text()
        expect([answer.status, html.includes(broken.shell.dataDir), html.includes('EEXIST')]).toEqual([
          503,
          false,
          false,
        ])
        expect((await shownBy(answer)).form).toMatchObject({
          refusal: 'gateway/unavailable',
          state: { values: { town: 'Lark' }, refusedFiles: [['photo', text]] },
        })
        const warning = broken.shell.lines.find(({ msg }) => msg === 'a form was not taken')
        expect(warning).toMatchObject({
          level: 40,
          code: 'gateway/unavailable',
          err: { code: expect.any(String) as unknown },
        })
      } finally {
        await broken.close()
      }
    },
  )
  it('whose trap is filled in, or that is sent too often, says so and keeps what was typed', async () => {
    const trapped = await post({ name: 'Ada', contact_me_by_fax: '1' })
    expect(trapped.status).toBe(422)
    expect((await shownBy(trapped)).form).toMatchObject({
      refusal: 'gateway/trapped',
      state: { values: { name: 'Ada' } },
    })
    let last = trapped
    for (let count = 0; count < 9; count += 1)
      last = await post({ name: `Ada ${count}`, 'x-form': 'classic/often' })
    expect(last.status).toBe(429)
    expect(await last.clone().text()).toMatch(/role="alert".*Please wait a while and try again\./s)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await shownBy(last)).form).toMatchObject({
      refusal: 'gateway/limited',
      state: { values: { name: 'Ada 8' } },
    })
  })
  it('of another site is refused; without a word of where it comes from it needs its token', async () => {
    expect((await post({ name: 'Ada' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const page = await post({ action: 'next', name: 'Ada' })
    const { gate } = await shownBy(page)
    const silent = (fields: Record<string, string>, cookie: string) =>
      site.shell.app.inject({
        method: 'POST',
        url: '/',
        payload: new URLSearchParams({ 'x-form': 'classic/1', action: 'next', ...fields }).toString(),
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', cookie },
      })
    expect((await silent({ form_token: gate.hidden['form_token'] ?? '' }, cookiesOf(page))).statusCode).toBe(
      200,
    )
    expect((await silent({}, cookiesOf(page))).statusCode).toBe(403)
  })
  describe('on a page for members (0053)', () => {
    const MEMBER = { username: 'a.member', password: 'Demo-Member-2026!' }
    const VISITOR = { username: 'j.visitor', password: 'Demo-Visitor-2026!' }
    const signIn = async (who: typeof MEMBER) => {
      const body = new URLSearchParams(who)
      return cookiesOf(await site.send('/account/login', { method: 'POST', body }))
    }
    const next = (cookie: string, more: Readonly<Record<string, string>> = {}, page = '/members-form') =>
      post({ action: 'next', name: 'Ada', ...more }, { cookie }, page)
    const shownAt = async (way: string, cookie: string) =>
      (await shownBy(await site.send(way, { headers: { cookie } }))).form
    /** Posts without a session; gives the path to return to after signing in, and the cookie of the held form. */
    const postSignedOut = async (more: Readonly<Record<string, string>>, page?: string) => {
      const answer = await next('', more, page)
      const location = new URL(answer.headers.get('location') ?? '', site.url)
      expect([answer.status, location.pathname]).toEqual([303, '/account/login'])
      return { way: location.searchParams.get('redirect_uri') ?? '', held: cookiesOf(answer) }
    }

    it.each(['next', 'submit'])('waits while whoever fills it in signs in again: %s', async (action) => {
      const member = await signIn(MEMBER)
      const { form } = await shownBy(await next(member))
      const { way, held } = await postSignedOut({ ...form?.hidden, action, town: 'Lark' })
      expect(way).toMatch(/^\/members-form\?form-held=[0-9a-f]{32}$/)
      // Three letters are in random base64 by chance.
      expect(held).not.toContain('Lark')
      const again = await shownAt(way, `${held}; ${await signIn(MEMBER)}`)
      expect(again?.state).toMatchObject({ values: { name: 'Ada', town: 'Lark' } })
      const sent = await post(
        { action: 'submit', ...again?.hidden },
        { cookie: await signIn(MEMBER) },
        '/members-form',
      )
      expect(sent.headers.get('location')).toMatch(/^\/members-form\?form-sent=/)
    })
    it('waits with all that its page shows, also where less of it goes to the next post', async () => {
      const { way, held } = await postSignedOut({ action: 'submit', name: '', town: 'long' })
      const member = await signIn(MEMBER)
      const again = await shownAt(way, `${held}; ${member}`)
      expect(again?.state).toMatchObject({ values: { town: 'long' } })
      const third = await shownBy(await next(member, { ...again?.hidden }))
      expect(third.form?.state).toMatchObject({ values: { town: 'cut', name: 'Ada' } })
    })
    it('is found again after signing in at an address with any characters', async () => {
      const { way, held } = await postSignedOut({ town: 'Lark' }, '/members-form/100%25-g%C5%B5yl')
      expect(way).toMatch(/^\/members-form\/100%25-g%C5%B5yl\?form-held=/)
      const signedIn = await site.send('/account/login', {
        method: 'POST',
        body: new URLSearchParams({ ...MEMBER, redirect_uri: way }),
      })
      expect(signedIn.headers.get('location')).toBe(way)
      const again = await shownAt(way, `${held}; ${cookiesOf(signedIn)}`)
      expect(again?.state).toMatchObject({ values: { name: 'Ada', town: 'Lark' } })
    })
    it('is for nobody else, and needs both its address and its cookie', async () => {
      const [member, visitor] = [await signIn(MEMBER), await signIn(VISITOR)]
      const { form } = await shownBy(await next(member))
      const { way, held } = await postSignedOut({ ...form?.hidden })
      expect(await shownAt(way, `${held}; ${visitor}`)).toBeNull()
      expect(await shownAt(way, member)).toBeNull()
      expect(await shownAt(`${way.slice(0, -1)}x`, `${held}; ${member}`)).toBeNull()
      expect(await shownAt(way, `${held}; ${member}`)).not.toBeNull()
      const third = await shownBy(await next(member, { ...form?.hidden, town: 'Lark' }))
      expect(third.form?.state).toMatchObject({ values: { name: 'Ada', town: 'Lark' } })
      const other = await next(visitor, { ...third.form?.hidden, name: 'Bea' })
      expect((await shownBy(other)).form?.state).toEqual({ values: { name: 'Bea' }, page: 2 })
    })
  })
  it('with a captcha is taken or refused as the site says, and keeps what was typed', async () => {
    const sendTo = (of: FormSite) =>
      of.send('/', {
        method: 'POST',
        body: new URLSearchParams({ name: 'Ada', 'x-form': 'classic/captcha' }),
      })
    expect((await sendTo(site)).status).toBe(303)
    const captcha = { verifyUrl: 'http://127.0.0.1:1/', withoutScript: 'refuse' }
    const strict = await aFormSite({ forms: { captcha }, captchaSecret: 'a-secret' })
    const refused = await sendTo(strict)
    await strict.close()
    expect([refused.status, (await shownBy(refused)).form]).toMatchObject([
      422,
      { refusal: 'gateway/captcha-unsolved', state: { values: { name: 'Ada' } } },
    ])
  })
  it.each([true, false])(
    'is whole in the state of its page, for a script that comes late, where documents have their state: %s',
    async (inlineState) => {
      const own = await aFormSite({ hydrate: 'load', inlineState })
      try {
        const town = 'L'.repeat(20_000)
        const body = new URLSearchParams({ 'x-form': 'classic/1', action: 'submit', town })
        const page = await (await own.send('/', { method: 'POST', body })).text()
        const [, state = '{}'] = /id="state">(.*?)<\/script>/s.exec(page) ?? []
        expect(JSON.parse(state)).toMatchObject({ content: { form: { state: { values: { town } } } } })
        expect(page).toMatch(/<title>Error: /)
        expect(state).not.toContain('Error: ')
      } finally {
        await own.close()
      }
    },
  )
  it('without the name of a form is refused with 405', async () => {
    const answer = await site.send('/', { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
  it.each([
    ['an answer', 'form-data', '1'],
    ['a file', 'form-data; filename="a.txt"', '1'],
  ])('with %s that has no name is refused, and the next one is taken', async (_what, head, value) => {
    const answer = await site.send('/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\ncontent-disposition: form-data; name="x-form"\r\n\r\nclassic/1\r\n--b\r\ncontent-disposition: ${head}\r\n\r\n${value}\r\n--b--\r\n`,
    })
    expect(answer.status).toBe(400)
    expect((await post({ action: 'next', name: 'Ada' })).status).toBe(200)
  })
  it('of thousands of fields is read to its limit, and no further', async () => {
    const parts = Array.from(
      { length: 3_000 },
      (_, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n1\r\n`,
    )
    const answer = await site.send('/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${parts.join('')}--b--\r\n`,
    })
    expect(answer.status).toBe(400)
  })
})
