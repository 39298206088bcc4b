import { connect, createServer, type AddressInfo } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { toAppError } from '@tessera/shared/contract'
import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { gatewayError } from '../../errors.ts'
import { createFormPlatform } from './form-platform.server.ts'
import { receiveFile } from './receive-file.server.ts'
import { aFormSite, type FormSite } from './testing/a-form-site.ts'

const MEGABYTE = 1024 * 1024
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(8_000, 1)])
const ZIP = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(8_000, 1)])

describe('files of forms (specification 7, Form calls 4; reference forms 4.4)', () => {
  let cms: FaultServer
  let site: FormSite
  /** The complete requests that the content system received. */
  const got: { path: string; body: string; key?: unknown }[] = []
  let cut = 0
  let posts = 420
  let verdict: unknown = { verdict: 'clean' }

  beforeAll(async () => {
    cms = await aFaultServer((request, response) => void take(request, response))
    const take = async (request: IncomingMessage, response: Parameters<typeof sendJson>[0]) => {
      const chunks: Buffer[] = []
      let bytes = 0
      try {
        for await (const chunk of request as AsyncIterable<Buffer>) {
          bytes += chunk.length
          if (bytes < MEGABYTE) chunks.push(chunk)
        }
      } catch {
        cut += 1
        return
      }
      const path = request.url ?? ''
      if (path === '/scan') return sendJson(response, verdict)
      got.push({
        path,
        body: Buffer.concat(chunks).toString('latin1'),
        key: request.headers['idempotency-key'],
      })
      sendJson(
        response,
        path.includes('postform') ? { success: true, formPostId: (posts += 1) } : { success: true },
      )
    }
    site = await aFormSite({
      cmsUrl: cms.url,
      forms: {
        uploads: { maxBytes: 2 * MEGABYTE, maxFiles: 2, stallMs: 700 },
        scan: { url: `${cms.url}/scan`, timeoutMs: 2_000 },
      },
    })
  })
  afterAll(async () => {
    await site.close()
    await cms.close()
  })

  /** Sends a form that names files; gives the cookie with which its files may be uploaded. */
  const sendForm = async (...names: string[]) => {
    const fields = Object.fromEntries(names.map((name, index) => [`file_ctrl_${index}-72`, name]))
    const answer = await site.post({ name: 'Ada', ...fields })
    return { status: answer.status, cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '' }
  }
  /** Sends a form with a file; gives its post id and the cookies that its answer sets, those that are deleted empty. */
  const aSentForm = async (
    headers = {},
    fields: Readonly<Record<string, string>> = { 'file_ctrl_0-72': 'a.png' },
  ) => {
    const answer = await site.post({ name: 'Ada', ...fields }, headers)
    const set = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0]?.split('=') ?? [])
      .map(([name = '', value = '']) => [name, value] as const)
    const { formPostId } = (await answer.json()) as { readonly formPostId: number }
    const [[name, value] = ['', '']] = set
    return { post: String(formPostId), set, name, cookie: `${name}=${value}` }
  }
  const upload = async (
    cookie: string,
    name: string,
    bytes: Buffer,
    post = String(posts),
    { elementId = '0', ...more }: Readonly<Record<string, string>> = {},
  ) => {
    const body = new FormData()
    const ids = { formElementID: elementId, formPostID: post, formVersionID: '72' }
    for (const [key, value] of Object.entries(ids)) body.set(key, value)
    body.set('jUploadFile1', new Blob([new Uint8Array(bytes)]), name)
    const answer = await site.send('/REST/UI/FormsModule/UploadFile', {
      method: 'POST',
      body,
      headers: { cookie, ...more },
    })
    return { status: answer.status, ...((await answer.json()) as { code?: string; errors?: string[] }) }
  }

  it('go to the path that the configuration names, on the host of the content system', async () => {
    const own = await aFormSite({ cmsUrl: cms.url, forms: { uploadPath: '/forms/upload' } })
    const body = new FormData()
    for (const [name, value] of Object.entries({ 'x-form': 'classic/1', name: 'Ada' })) body.set(name, value)
    body.set('photo', new File([PNG], 'badge.png', { type: 'image/png' }))
    const sent = await own.send('/', { method: 'POST', body }).finally(() => own.close())
    expect(sent.status).toBe(303)
    expect(got.splice(0).map(({ path }) => path)).toEqual([
      '/REST/UI/FormsModule/postform/71/0',
      '/forms/upload',
      expect.stringContaining('/sendnotification/71/'),
    ])
  })
  it('go one by one to the content system, with what they belong to, and the notification after them', async () => {
    const { cookie } = await sendForm('swim badge.png')
    expect(await upload(cookie, 'swim badge.png', PNG)).toMatchObject({ status: 200, success: true })
    const { path, body } = got.at(-1) ?? { path: '', body: '' }
    expect(path).toBe('/REST/UI/FormsModule/UploadFile')
    for (const [name, value] of [
      ['formElementID', '0'],
      ['formPostID', String(posts)],
      ['formVersionID', '72'],
    ])
      expect(body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    expect(body).toMatch(/name="jUploadFile\d+"; filename="swim badge.png"/)
    const notify = (post: string, version = '72') =>
      site.send(`/REST/UI/FormsModule/sendnotification/${version}/${post}`, {
        method: 'POST',
        headers: { cookie },
      })
    expect((await notify(String(posts), '73')).status).toBe(403)
    expect((await notify(String(posts))).status).toBe(200)
    expect(got.at(-1)?.path).toBe(`/REST/UI/FormsModule/sendnotification/72/${posts}`)
    expect((await notify(String(posts + 1))).status).toBe(403)
  })
  it('are accepted only from the sender of the form, and only for fields that named one', async () => {
    const { cookie } = await sendForm('a.png')
    expect(await upload('', 'a.png', PNG)).toMatchObject({ status: 403, code: 'gateway/file-foreign' })
    expect(await upload(cookie, 'a.png', PNG, String(posts - 1))).toMatchObject({ status: 403 })
    expect(await upload(cookie, 'a.png', PNG, String(posts), { elementId: '1' })).toMatchObject({
      status: 403,
    })
    expect(await upload(cookie.slice(0, -3), 'a.png', PNG)).toMatchObject({ status: 403 })
    expect((await sendForm('a.png', 'b.png', 'c.png')).status).toBe(422)
  })
  it('of two forms that are sent at the same moment are both taken', async () => {
    const sent = await Promise.all([aSentForm(), aSentForm()])
    expect(new Set(sent.map(({ name }) => name)).size).toBe(2)
    const cookies = sent.map(({ cookie }) => cookie).join('; ')
    for (const { post } of sent)
      expect(await upload(cookies, 'a.png', PNG, post)).toMatchObject({ status: 200, success: true })
    const [first, second] = sent
    const exchanged = `${first?.name}=${second?.cookie.split('=')[1]}`
    expect(await upload(exchanged, 'a.png', PNG, first?.post)).toMatchObject({ status: 403 })
  })
  it('of the last four forms of a browser are taken, and of fewer where their grants are long', async () => {
    const browser = new Map<string, string>()
    const header = () => [...browser].map((pair) => pair.join('=')).join('; ')
    const sendNext = async (fields?: Readonly<Record<string, string>>) => {
      const { post, set } = await aSentForm({ cookie: `theme=1; ${header()}` }, fields)
      for (const [name, value] of set) {
        if (value === '') browser.delete(name)
        else browser.set(name, value)
      }
      return post
    }
    const posts = []
    for (let count = 0; count < 5; count += 1) posts.push(await sendNext())
    expect(browser.size).toBe(4)
    const statuses = []
    for (const post of posts) statuses.push((await upload(header(), 'a.png', PNG, post)).status)
    expect(statuses).toEqual([403, 200, 200, 200, 200])
    const long = { [`file_ctrl_${'1'.repeat(1_200)}-72`]: 'a.png' }
    for (let count = 0; count < 4; count += 1) await sendNext(long)
    expect(browser.size).toBe(2)
    expect(header().length).toBeLessThan(4_200)
  })
  it('may be replaced by another one, of a type that the form allows there', async () => {
    const named = await site.post({ name: 'Ada', 'file_ctrl_p-72': 'a.png' })
    const cookie = (named.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const send = (name: string, bytes: Buffer) =>
      upload(cookie, name, bytes, String(posts), { elementId: 'p' })
    expect(await send('other.PNG', PNG)).toMatchObject({ status: 200 })
    expect(await send('other.zip', ZIP)).toMatchObject({ status: 422, code: 'gateway/file-type' })
  })
  it('go on with their key, and are refused in the language of the page', async () => {
    const { cookie } = await sendForm('a.png')
    expect(await upload(cookie, 'a.png', PNG, String(posts), { 'idempotency-key': 'file-1' })).toMatchObject({
      status: 200,
    })
    expect(got.at(-1)?.key).toBe('file-1')
    const empty = (referer: string) => upload(cookie, 'a.png', Buffer.alloc(0), String(posts), { referer })
    expect((await empty(`${site.url}/contact`)).errors).toEqual(['The file is empty. Choose another one.'])
    expect((await empty(`${site.url}/cy/cysylltu`)).errors).toEqual([
      'Mae’r ffeil yn wag. Dewiswch un arall.',
    ])
  })
  it.each([
    ['empty', 'a.png', Buffer.alloc(0), 422, 'gateway/file-empty'],
    [
      'larger than may be',
      'a.png',
      Buffer.concat([PNG, Buffer.alloc(2 * MEGABYTE)]),
      413,
      'gateway/file-too-large',
    ],
    ['an archive that is called a picture', 'a.png', ZIP, 422, 'gateway/file-type'],
    ['a picture that is called a document', 'a.pdf', PNG, 422, 'gateway/file-type'],
    ['a program', 'a.exe', Buffer.from('MZ'), 422, 'gateway/file-type'],
    ['markup', 'a.svg', Buffer.from('<svg/>'), 422, 'gateway/file-type'],
    ['text with bytes that no text has', 'a.txt', Buffer.from('a\0b'), 422, 'gateway/file-type'],
  ])(
    'that are %s are refused, and the content system has none of them',
    async (_what, name, bytes, status, code) => {
      const { cookie } = await sendForm(name)
      const before = got.length
      expect(await upload(cookie, name, bytes)).toMatchObject({ status, code })
      expect(got.length).toBe(before)
    },
  )
  it.each([
    ['infected', { verdict: 'infected' }, 422, 'gateway/file-infected'],
    ['unknown', { verdict: 'unknown' }, 503, 'gateway/file-unknown'],
    ['no verdict at all', 'what?', 503, 'gateway/file-unknown'],
  ])('that a scanner says is %s have no end: nothing is kept of them', async (_what, said, status, code) => {
    const { cookie } = await sendForm('a.png')
    const [before, cuts] = [got.length, cut]
    verdict = said
    expect(await upload(cookie, 'a.png', PNG)).toMatchObject({ status, code })
    verdict = { verdict: 'clean' }
    expect(got.length).toBe(before)
    await until(() => cut > cuts)
  })

  const address = () => (site.shell.app.server.address() as AddressInfo).port
  const head = (cookie: string, length: number) =>
    [
      'POST /REST/UI/FormsModule/UploadFile HTTP/1.1',
      'host: localhost',
      'sec-fetch-site: same-origin',
      `cookie: ${cookie}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${length}`,
      '',
      ...['formElementID', 'formPostID', 'formVersionID'].flatMap((name, index) => [
        '--b',
        `content-disposition: form-data; name="${name}"`,
        '',
        ['0', String(posts), '72'][index],
      ]),
      '--b',
      'content-disposition: form-data; name="jUploadFile1"; filename="../../a\\".png"',
      '',
      '',
    ].join('\r\n')

  it('that stop coming end with 408, and those that are broken off are gone', async () => {
    const { cookie } = await sendForm('a".png')
    const cuts = cut
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(address(), '127.0.0.1', () => {
        socket.write(head(cookie, 500_000))
        socket.write(PNG)
      })
      socket.once('data', (data) => (resolve(data.toString()), socket.destroy()))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    await until(() => cut > cuts)
    const left = connect(address(), '127.0.0.1', () => {
      left.write(head(cookie, 500_000))
      left.write(PNG)
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    left.destroy()
    await until(() => cut > cuts + 1)
  })
  it('do not lie in memory: while the content system takes nothing, nothing more comes', async () => {
    let isTaken = false
    const slow = await aFaultServer((request, response) => {
      if (!request.url?.endsWith('UploadFile')) return sendJson(response, { formPostId: 7 })
      void until(() => isTaken).then(() =>
        request.resume().once('end', () => sendJson(response, { success: true })),
      )
    })
    const big = await aFormSite({ cmsUrl: slow.url, forms: { uploads: { maxBytes: 300 * MEGABYTE } } })
    try {
      const named = await big.post({ name: 'Ada', 'file_ctrl_0-72': 'a.png' })
      const cookie = (named.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
      const piece = Buffer.alloc(MEGABYTE)
      let sent = 0
      const pieces = async function* () {
        for (const [name, value] of [
          ['formElementID', '0'],
          ['formPostID', '7'],
          ['formVersionID', '72'],
        ])
          yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\n`)
        yield PNG
        for (; sent < 200; sent += 1) yield piece
        yield Buffer.from('\r\n--b--\r\n')
      }
      const answered = big.send('/REST/UI/FormsModule/UploadFile', {
        method: 'POST',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=b' },
        body: Readable.toWeb(Readable.from(pieces(), { objectMode: false })),
        duplex: 'half',
      } as unknown as RequestInit)
      let before = -1
      await until(async () => {
        before = sent
        await new Promise((resolve) => setTimeout(resolve, 700))
        return sent > 0 && sent === before
      })
      // Only as much as the buffers of four sockets hold.
      expect(sent).toBeLessThan(60)
      isTaken = true
      expect((await answered).status).toBe(200)
      expect(sent).toBe(200)
    } finally {
      await big.close()
      await slow.close()
    }
  }, 60_000)
})

describe('a file that the content system does not take', () => {
  it('is read no further, and no scanner is left running, even when the content system is not called', async () => {
    const platform = createFormPlatform(
      'http://cms.invalid',
      { postMs: 1_000, uploadPath: '/upload' },
      {
        send: () => Promise.reject(gatewayError('gateway/unreachable')),
        close: async () => undefined,
      },
    )
    let scanning = 0
    const beginScan = () => {
      scanning += 1
      return {
        write: async () => undefined,
        finish: async () => undefined,
        cancel: () => void (scanning -= 1),
      }
    }
    const upload = async () => {
      const source = Readable.from([PNG])
      const file = receiveFile(source, { maxBytes: MEGABYTE, stallMs: 60_000, name: 'a.png', beginScan })
      const sent = {
        elementId: '0',
        formPostId: '1',
        versionId: '72',
        name: 'a.png',
        type: 'image/png',
        file,
      }
      const error = await platform.upload(sent, null, new AbortController().signal).catch(toAppError)
      return { code: error?.code, isDestroyed: source.destroyed }
    }
    const answers = []
    for (let count = 0; count < 25; count += 1) answers.push(await upload())
    expect(answers[0]?.code).toBe('gateway/unreachable')
    expect(answers.at(-1)?.code).toBe('gateway/unavailable')
    expect(answers.filter(({ isDestroyed }) => !isDestroyed)).toEqual([])
    expect(scanning).toBe(0)
  })
})

describe('the end of a process with a notification under way', () => {
  it('reports it although a cache in front does not answer, whose own report comes later', async () => {
    const cms = await aFaultServer((request, response) => {
      request.resume()
      if (cms.requests.length === 1) sendJson(response, { success: true, formPostId: 1 })
    })
    const cache = createServer((socket) => void socket.on('error', () => undefined).resume())
    await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve))
    const purgeUrls = [`http://127.0.0.1:${(cache.address() as AddressInfo).port}/`]
    const site = await aFormSite({ cmsUrl: cms.url, purgeUrls })
    const sent = await site.post({ name: 'Ada', 'file_ctrl_0-72': 'a.png' })
    const cookie = (sent.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const leaveAfter = (ms: number) => ({ method: 'POST', signal: AbortSignal.timeout(ms) })
    const path = '/REST/UI/FormsModule/sendnotification/72/1'
    void site.send(path, { ...leaveAfter(2_500), headers: { cookie } }).catch(() => undefined)
    await until(() => cms.requests.length === 2)
    void site.shell.caches.contentChanged(['e1'])
    await site.close()
    const said = site.shell.lines.map(({ msg }) => msg)
    const ofNotice = said.lastIndexOf('form notification given up: its authors may not know of the post')
    expect(ofNotice).toBeGreaterThan(0)
    expect(ofNotice).toBeLessThan(said.lastIndexOf('cache in front not purged'))
    cache.close()
    await cms.close()
  })
})
