import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { aFormPlatform, PNG, uploadParts, type FormPlatform } from '../testing/a-form-platform.ts'
import { until } from '../testing/until.ts'

const MB = 1024 * 1024
/** A picture with a given number of bytes. */
const aPicture = (size: number): Buffer => Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 'x')])

/** An upload over HTTP whose test decides when to send the next part. */
async function openUpload(site: FormPlatform, post: number): Promise<ClientRequest> {
  const { url } = await site.platform.listen(0)
  const sent = request(`${url}/REST/UI/FormsModule/UploadFile`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const { fields, start } = uploadParts(post, 'photo.png')
  sent.write(fields + start)
  sent.write(PNG)
  return sent
}

describe('files of form posts (specification 7, Form calls 4; security 1.14)', () => {
  let site: FormPlatform
  beforeEach(
    async () =>
      void (site = await aFormPlatform(({ forms }) => {
        if (forms[0]) forms[0]['settings'] = { maxFileBytes: 1000, maxFiles: 3 }
      })),
  )
  afterEach(() => site.close())

  test('are on disk under a generated name; the name that was sent is only stored as data', async () => {
    const bytes = aPicture(900)
    const answer = await site.upload(await site.post(), { name: '..\\..\\etc/pass\u0007wd.png', bytes })
    expect([answer.status, answer.text]).toEqual([200, '{"success":true,"message":"success"}'])
    const [kept] = site.rows('SELECT name, size, stored, length(bytes) AS held FROM upload')
    expect(kept).toMatchObject({ name: 'passwd.png', size: 900, held: 0 })
    expect(site.files()).toEqual([kept?.['stored']])
    expect(String(kept?.['stored'])).toMatch(/^[0-9a-f-]{36}$/)
    const path = join(site.folder, 'uploads', String(kept?.['stored']))
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  test('are not served at any address', async () => {
    await site.upload(await site.post())
    const [stored = ''] = site.files()
    for (const path of [
      '/uploads',
      '/image-library/..%2fuploads',
      '/asset-library/../uploads',
      '/api/platform',
    ])
      expect([path, (await site.platform.inject(`${path}/${stored}`)).statusCode]).toEqual([path, 404])
  })

  test.each([true, false])(
    'that are too large or of another type are refused and leave nothing (file before its fields: %j)',
    async (comesFirst) => {
      const post = await site.post()
      expect((await site.upload(post, { bytes: aPicture(1000), comesFirst })).status).toBe(200)
      expect((await site.upload(post, { bytes: aPicture(1001), comesFirst })).status).toBe(413)
      expect((await site.upload(post, { bytes: Buffer.from('MZ not a picture'), comesFirst })).status).toBe(
        422,
      )
      expect((await site.upload(post, { name: 'page.html', comesFirst })).status).toBe(422)
      expect((await site.upload(post, { bytes: Buffer.alloc(0), comesFirst })).status).toBe(400)
      expect((await site.upload('999', { comesFirst })).status).toBe(404)
      expect(site.files()).toHaveLength(1)
    },
  )

  test('that are not multipart/form-data, or have no end, are refused and leave nothing on disk', async () => {
    const start = '--b\r\nContent-Disposition: form-data; name="formPostID"\r\n'
    const deep = '['.repeat(9_000) + ']'.repeat(9_000)
    const sent = [
      ['', '--b--\r\n'],
      ['; boundary=', '--b--\r\n'],
      [`; boundary="${'b'.repeat(200)}"`, '--b--\r\n'],
      ['; boundary=c', `${start}\r\n1\r\n--b--\r\n`],
      ['; boundary=b', `${start}\r\n1`],
      ['; boundary=b', uploadParts(1, 'a.png').start + 'A'],
      ['; boundary=b', `${start}Content-Type: application/json\r\n\r\n${deep}\r\n--b--\r\n`],
    ] as const
    for (const [boundary, payload] of sent) {
      const { statusCode, body } = await site.platform.inject({
        method: 'POST',
        url: '/REST/UI/FormsModule/UploadFile',
        headers: { 'content-type': `multipart/form-data${boundary}` },
        payload,
      })
      expect([boundary, statusCode, body]).toEqual([boundary, 400, expect.stringContaining('"type":"error"')])
    }
    expect(site.files()).toEqual([])
  })

  test('that the disk cannot store are a failure of the platform', async () => {
    writeFileSync(join(site.folder, 'uploads'), 'no folder')
    expect((await site.upload(await site.post())).status).toBe(500)
  })

  test('keep the extension of a very long name', async () => {
    const name = `${'a'.repeat(300)}.png`
    expect((await site.upload(await site.post(), { name })).status).toBe(200)
    expect(site.rows('SELECT name FROM upload')).toEqual([{ name: `${'a'.repeat(251)}.png` }])
    expect((await site.upload(1, { name: `a.png${'a'.repeat(250)}.html` })).status).toBe(422)
  })

  test("are refused beyond the form's maximum number", async () => {
    const post = await site.post()
    for (const expected of [200, 200, 200, 413]) expect((await site.upload(post)).status).toBe(expected)
    expect(site.files()).toHaveLength(3)
  })

  test('that are sent again with the same key are stored once; another file with that key is refused', async () => {
    const post = await site.post()
    const key = { 'idempotency-key': 'file-1' }
    const sent = await Promise.all([site.upload(post, {}, key), site.upload(post, {}, key)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await site.upload(post, { bytes: aPicture(50) }, key)).status).toBe(409)
    expect((await site.upload(post, { name: 'other.png' }, key)).status).toBe(409)
    expect(site.files()).toHaveLength(1)
    expect(site.rows('SELECT stored FROM upload').map(({ stored }) => stored)).toEqual(site.files())
    // The keys of another post are separate: the same key may be used there.
    expect((await site.upload(post, {}, { 'idempotency-key': 'file-2' })).status).toBe(200)
  })

  test('whose sender disconnects during the upload leave nothing on disk', async () => {
    const sent = await openUpload(site, await site.post())
    sent.on('error', () => undefined)
    await until(() => site.files().some((name) => name.endsWith('.part')))
    sent.destroy()
    await until(() => site.files().length === 0)
    expect(site.rows('SELECT id FROM upload')).toEqual([])
  })
})

describe('a large file (flat memory)', () => {
  test('is written to disk as it arrives: of 64 MB never more than 16 MB are in memory', async () => {
    const site = await aFormPlatform(({ forms }) => {
      if (forms[0]) forms[0]['settings'] = { maxFileBytes: 64 * MB }
    })
    const sent = await openUpload(site, await site.post())
    const answered = once(sent, 'response') as Promise<[{ readonly statusCode: number }]>
    const onDisk = (): number =>
      Math.max(0, ...site.files().map((name) => statSync(join(site.folder, 'uploads', name)).size))
    let [given, most] = [PNG.length, 0]
    while (given < 64 * MB) {
      const chunk = Buffer.alloc(Math.min(MB, 64 * MB - given), 'x')
      given += chunk.length
      if (!sent.write(chunk)) await once(sent, 'drain')
      most = Math.max(most, given - onDisk())
    }
    sent.end(`\r\n${uploadParts(0, '').end}`)
    const [{ statusCode }] = await answered
    expect([statusCode, onDisk()]).toEqual([200, 64 * MB])
    expect(most).toBeLessThan(16 * MB)
    await site.close()
  }, 60_000)
})
