import { A_FORM } from '../testing/a-forms-api-form.ts'
import { aFormPlatform, FORM_VERSION, type FormPlatform } from '../testing/a-form-platform.ts'
import { PROJECT, signIn, TOKEN } from '../testing/a-platform.ts'

const POST = `/REST/UI/FormsModule/postform/${FORM_VERSION}/0`
const ANSWERS = '/api/forms/projects/website/contentTypes/tell-us/languages/default/entries'
const GRANT = '/authenticate/connect/token'
const ENTRIES = '/api/management/projects/website/entries'
const SEARCH = `${PROJECT}/entries/search`

/** A list in a list and so on. */
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('JSON bodies (protocol 1.6; security 1.16)', () => {
  let site: FormPlatform
  beforeAll(async () => {
    site = await aFormPlatform(({ forms }) => {
      forms.push({ formTypeId: 'tell-us', projectId: 'website', published: A_FORM, settings: {} })
    })
  })
  afterAll(() => site.close())

  const send = async (url: string, payload: string, headers: Record<string, string> = {}) => {
    const answer = await site.platform.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
    return { status: answer.statusCode, json: answer.json<{ message: string; error: string }>() }
  }

  test('an object in place of a token or an action is refused without an internal error', async () => {
    const noText = '{"toString":1}'
    const { json, status } = await send(
      '/api/platform/captcha/siteverify',
      `{"secret":${noText},"response":${noText}}`,
    )
    expect([status, json]).toMatchObject([200, { success: false }])
    const admin = (await signIn(site.platform, 'admin', 'Adm1n-pass-word')).json.access_token
    const action = await send('/api/security/users/m.member/actions', `{"type":${noText}}`, {
      authorization: `Bearer ${admin}`,
    })
    expect(action.status).toBe(422)
  })

  test.each([
    [POST, 65],
    [POST, 3_500],
    [POST, 5_000],
    [ANSWERS, 65],
    [ANSWERS, 200_000],
    [ENTRIES, 100_000],
    ['/api/security/users/search', 8_000],
  ])('%s refuses a member that is nested %i deep', async (url, depth) => {
    const { access_token } = (await signIn(site.platform, 'admin', 'Adm1n-pass-word')).json
    const authorization = `Bearer ${access_token}`
    expect(await send(url, `{"a":${nested(depth)}}`, { authorization })).toMatchObject({
      status: 400,
      json: { message: 'The body is nested more than 64 deep', data: null, type: 'error' },
    })
    expect(site.rows('SELECT id FROM form_post')).toEqual([])
  })

  test('objects count as levels as lists do', async () => {
    const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    expect((await send(POST, objects(66))).status).toBe(400)
    expect((await send(POST, objects(65))).status).toBe(200)
  })

  test('a member that is nested 64 deep is accepted', async () => {
    expect((await send(POST, `{"a":${nested(64)}}`)).status).toBe(200)
  })

  test.each([nested(8_000), '[{"toString":1}]', '{"toString":1}', 'null'])(
    'a grant whose type is no text is refused with an OAuth error',
    async (type) => {
      const { status, json } = await send(GRANT, `{"grant_type":${type}}`)
      expect([status, typeof json.error]).toEqual([400, 'string'])
    },
  )

  test.each([
    [`{"where":[${'{"and":['.repeat(20_000)}${']}'.repeat(20_000)}]}`, /more than 20 deep/],
    [`{"pageIndex":${nested(8_000)}}`, /whole number/],
    [`{"linkDepth":${nested(8_000)}}`, /whole number/],
  ])('a search keeps its own limit and says what is wrong', async (payload, message) => {
    const { status, json } = await send(SEARCH, payload, { accesstoken: TOKEN })
    expect([status, json.message]).toEqual([400, expect.stringMatching(message)])
  })
})
