import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { aFormSite, type FormSite } from './testing/a-form-site.ts'

const HOST = 'preview.larkmoor.example'
const DRAFT = 'forms-api/permission'

describe('a form of the Forms API in a preview (reference forms 3.1; docs/decisions/0046)', () => {
  let cms: FaultServer
  let site: FormSite
  let asked: string[] = []
  let hidden: Readonly<Record<string, string>> = {}

  beforeAll(async () => {
    cms = await aFaultServer(({ method = '', url = '' }, response) => {
      if (/^\/(?:api\/forms|REST\/UI)/.test(url)) asked.push(`${method} ${url.replace(/^.*\//, '')}`)
      sendJson(response, { id: 'permission', fields: [], formPostId: 7 })
    })
    site = await aFormSite({ cmsUrl: cms.url, previewHost: HOST })
    hidden = await hiddenOf('/', HOST)
  })
  beforeEach(() => void (asked = []))
  afterAll(async () => {
    await site.close()
    await cms.close()
  })

  /** The hidden fields of the forms of a page. */
  const hiddenOf = async (url: string, host: string): Promise<Readonly<Record<string, string>>> => {
    const { body } = await site.shell.app.inject({ url, headers: { host } })
    const [, json = '{}'] = /"hidden":(\{.*?\})/.exec(body.replaceAll('&quot;', '"')) ?? []
    return JSON.parse(json) as Readonly<Record<string, string>>
  }
  const read = async (answer: Response) => [answer.status, await answer.json()] as const

  it('is checked by its draft and not sent, and its author hears so', async () => {
    const headers = { ...hidden, 'x-form': DRAFT }
    const refusal = {
      success: false,
      code: 'gateway/preview',
      errors: [
        'This is a preview: your answers are in order, and were not sent. To send the form, open the published page.',
      ],
    }
    expect(await read(await site.postEntry({ name: 'Ada' }, headers))).toEqual([422, refusal])
    const { status } = await site.postEntry({ name: '' }, headers)
    expect(status).toBe(422)
    expect(asked).toEqual(Array(2).fill('GET en-GB?versionStatus=latest'))
  })
  it('is not sent without script either', async () => {
    const body = new URLSearchParams({ ...hidden, 'x-form': DRAFT, name: 'Ada' })
    const answer = await site.send('/', { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('This is a preview')])
    expect(asked).toEqual(['GET en-GB?versionStatus=latest'])
  })
  it('is not sent with a field that is no longer valid, which shows no draft', async () => {
    const answer = await site.postEntry({ name: 'Ada' }, { 'x-form-preview': 'expired', 'x-form': DRAFT })
    expect(answer.status).toBe(422)
    expect(asked).toEqual(['GET en-GB'])
  })
  it('is sent from a published page, as a classic form is from any', async () => {
    const published = await hiddenOf('/', 'localhost')
    expect(published).not.toHaveProperty('x-form-preview')
    expect((await site.postEntry({ name: 'Ada' }, { ...published, 'x-form': DRAFT })).status).toBe(200)
    expect((await site.post({ name: 'Ada' }, hidden)).status).toBe(200)
    expect(asked.filter((call) => call.startsWith('POST'))).toHaveLength(2)
  })
})
