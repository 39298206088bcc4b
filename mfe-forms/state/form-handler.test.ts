import type { FormOutcome, FormRequest, Json, JsonObject } from '@tessera/shared/contract'
import { catalogues, type FormsMessages } from '../messages/index.ts'
import type { FormState } from './form-state.ts'
import { formHandler } from './form-handler.ts'

const text = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  uniqueid: `u${id}`,
  type: 'TextBox',
  label: `Field ${id}`,
  pagenumber: '0',
  ...more,
})
const rule = {
  rulecondition: { formelementid: '1', operatortype: 'is', operatorvalue: 'skip' },
  resultpageid: '2',
}
const map = (version = 9): JsonObject => ({
  ContentVersionId: version,
  form: {
    pagecount: '3',
    page: [
      { element: [text('1', { required: 'true' }), text('4', { type: 'Upload' })], rule: [rule] },
      { element: [text('2', { pagenumber: '1', required: 'true' })] },
      { element: [text('3', { pagenumber: '2' })] },
    ],
  },
})

const post = (
  action: FormRequest['action'],
  fields: FormRequest['fields'],
  more: Partial<FormRequest<FormsMessages>> & { readonly version?: number } = {},
) =>
  formHandler.receive({
    provider: 'classic',
    formId: '7',
    action,
    fields,
    language: 'en-GB',
    messages: catalogues['en-GB'],
    client: { formMap: async () => map(more.version) } as unknown as FormRequest['client'],
    sanitise: String,
    signal: new AbortController().signal,
    ...more,
  })
const stateOf = (outcome: FormOutcome): Json => outcome.state
const shown = (outcome: FormOutcome) => outcome.state as unknown as FormState

describe('a form that is posted to the server (docs/decisions/0045)', () => {
  test('goes from page to page and back, and keeps what was filled in', async () => {
    const second = await post('next', [['ctrl_1-9-u1', 'Ada']])
    expect(second.kind).toBe('page')
    expect(shown(second)).toMatchObject({
      pageInfo: { currentPageIndex: 1 },
      values: { 'ctrl_1-9-u1': 'Ada' },
    })
    const back = await post('previous', [['ctrl_2-9-u2', 'x']], { state: stateOf(second) })
    expect(shown(back)).toMatchObject({
      pageInfo: { currentPageIndex: 0 },
      values: { 'ctrl_1-9-u1': 'Ada', 'ctrl_2-9-u2': 'x' },
    })
  })

  test('of the same form twice on a page it remembers which one was posted', async () => {
    const key: FormRequest['fields'][number] = ['form-key', '7~form-7-2']
    const second = await post('next', [['ctrl_1-9-u1', 'Ada'], key])
    expect(shown(second).postedKey).toBe('7~form-7-2')
    const other = await post('next', [key], { state: stateOf(second), version: 10 })
    expect(shown(other).postedKey).toBe('7~form-7-2')
  })

  test('a rule skips a page, as in the browser', async () => {
    expect(shown(await post('next', [['ctrl_1-9-u1', 'skip']])).pageInfo.currentPageIndex).toBe(2)
  })

  test('a page that is not in order is refused, with the messages and links of the browser', async () => {
    const outcome = await post('next', [])
    expect(outcome).toMatchObject({
      kind: 'refused',
      issues: [{ fieldId: 'ctrl_1-9-u1', controlId: 'ctrl_1-9-u1', message: 'Field 1 is a required field' }],
    })
    expect(shown(outcome)).toMatchObject({ isSummaryShown: true, pageInfo: { currentPageIndex: 0 } })
  })

  test('a text that is too long is refused and kept, so that its visitor can shorten it', async () => {
    const text = 'x'.repeat(100_001)
    for (const action of ['next', 'submit'] as const) {
      const outcome = await post(action, [['ctrl_1-9-u1', text]])
      const message = 'Field 1 must be no more than 100000 characters long'
      expect(outcome).toMatchObject({ kind: 'refused', issues: [{ fieldId: 'ctrl_1-9-u1', message }] })
      expect(shown(outcome).values['ctrl_1-9-u1']).toBe(text)
    }
  })

  test.each([
    ['5', undefined, '001234', '1234'],
    ['4', undefined, '1.50', '1.5'],
    [undefined, '3', '1e3', '1000'],
  ])(
    'a number of %s to %s characters counts as it was typed: %s, also where %s is sent',
    async (rangemin, rangemax, typed, sent) => {
      const element = [
        text('1', { type: 'Number', ...(rangemin && { rangemin }), ...(rangemax && { rangemax }) }),
      ]
      const client = {
        formMap: async () => ({ ContentVersionId: 9, form: { pagecount: '1', page: [{ element }] } }),
      } as unknown as FormRequest['client']
      for (const [number, isWhole, kind] of [
        [typed, false, 'accepted'],
        [sent, false, 'refused'],
        [sent, true, 'accepted'],
        ['none', true, 'refused'],
      ] as const)
        expect(await post('submit', [['ctrl_1-9-u1', number]], { client, isWhole })).toMatchObject({
          kind,
          ...(kind === 'accepted' && { post: { body: `ctrl_1-9-u1=${sent}` } }),
        })
    },
  )

  test('whose captcha key cannot be fetched is accepted without a captcha, and says why (specification 8)', async () => {
    const down = new Error('down')
    const form = { pagecount: '1', showcaptcha: 'true', page: [{ element: [text('1')] }] }
    const client = {
      formMap: async () => ({ ContentVersionId: 9, form }),
      search: () => Promise.reject(down),
    } as unknown as FormRequest['client']
    expect(await post('submit', [['ctrl_1-9-u1', 'Ada']], { client })).toMatchObject({
      kind: 'accepted',
      needsCaptcha: false,
      problem: down,
    })
  })

  test('a ticked checkbox whose value is empty is an answer, and is posted with its name', async () => {
    const listitem = { uniqueid: 'a', name: 'I agree', value: '', index: '1' }
    const element = [text('1', { type: 'Checkbox', required: 'true', listitem })]
    const client = {
      formMap: async () => ({ ContentVersionId: 9, form: { pagecount: '1', page: [{ element }] } }),
    } as unknown as FormRequest['client']
    const body = new URLSearchParams([['ctrl_1_1-9-a', 'I agree']]).toString()
    for (const fields of [[['ctrl_1_1-9-a', 'I agree']], [['ctrl_1', 'a']]] as const)
      expect(await post('submit', fields, { client })).toMatchObject({ kind: 'accepted', post: { body } })
    expect(await post('submit', [], { client })).toMatchObject({ kind: 'refused' })
  })

  test('a long text is not carried beside its own field, so that the next post is not too large, and one that is far too long not whole from other pages', async () => {
    const first = (length: number): FormRequest['fields'] => [['ctrl_1-9-u1', 'x'.repeat(length)]]
    const carried = (outcome: FormOutcome) =>
      ('carried' in outcome ? outcome.carried : null) as FormState | null
    const refused = await post('next', first(390_000))
    expect(shown(refused).values['ctrl_1-9-u1']).toHaveLength(390_000)
    expect(carried(refused)?.values).toEqual({ 'ctrl_4-9': '' })
    const state = carried(refused) as unknown as Json
    expect(await post('next', first(100_001), { state })).toMatchObject({ kind: 'refused' })
    expect(await post('next', first(3), { state })).toMatchObject({ kind: 'page' })
    const second = await post('next', first(90_000))
    expect(carried(second)?.values).toMatchObject({ 'ctrl_1-9-u1': 'x'.repeat(90_000) })
    const back = await post('previous', [['ctrl_2-9-u2', '語'.repeat(390_000)]], { state: stateOf(second) })
    expect(shown(back).values).toMatchObject({ 'ctrl_1-9-u1': 'x'.repeat(90_000) })
    expect(carried(back)?.values).toEqual({ 'ctrl_4-9': '', 'ctrl_2-9-u2': '語'.repeat(100_001) })
    const blank = await post('previous', [['ctrl_2-9-u2', ' '.repeat(390_000)]], { state: stateOf(second) })
    expect(String(carried(blank)?.values['ctrl_2-9-u2']).length).toBe(100_001)
  })

  test('a part of a name or an address has at most 100,000 characters, and one of another page is carried cut', async () => {
    const address = { streetaddressuniqueid: 'street', postcodeuniqueid: 'code' }
    const element = [text('1', { type: 'Address', ...address }), text('2', { pagenumber: '1' })]
    const client = {
      formMap: async () => ({
        ContentVersionId: 9,
        form: { page: [element.slice(0, 1), element.slice(1)].map((each) => ({ element: each })) },
      }),
    } as unknown as FormRequest['client']
    const street = (length: number) => [['ctrl_1_street-9-street', 'x'.repeat(length)]] as const
    expect(await post('next', street(100_000), { client })).toMatchObject({ kind: 'page' })
    const refused = await post('next', street(390_000), { client })
    const message = 'Street must be no more than 100000 characters long'
    expect(refused).toMatchObject({ kind: 'refused', issues: [{ controlId: 'street', message }] })
    const second = await post('next', street(100_000), { client })
    const before = await post('previous', [['ctrl_2-9-u2', 'b']], { client, state: stateOf(second) })
    const state = {
      ...shown(before),
      values: { ctrl_1: { street: 'x'.repeat(390_000) } },
      pageInfo: shown(second).pageInfo,
    }
    const away = await post('change:ctrl_2-9-u2', [['ctrl_2-9-u2', 'b']], {
      client,
      state: state as unknown as Json,
    })
    expect(away.carried).toMatchObject({ values: { ctrl_1: { street: 'x'.repeat(100_001) } } })
  })

  test('a long text of the page that is shown after a send that failed, or after a change of the form, is not carried beside its own field', async () => {
    const long = 'x'.repeat(90_000)
    const accepted = await post('submit', [
      ['ctrl_1-9-u1', long],
      ['ctrl_2-9-u2', long],
      ['ctrl_3-9-u3', long],
    ])
    expect(accepted).toMatchObject({ kind: 'accepted', carried: { values: { 'ctrl_1-9-u1': long } } })
    const sent = { provider: 'classic', state: stateOf(accepted) }
    const issues = [{ fieldId: 'ctrl_2-9-u2', controlId: 'ctrl_2-9-u2', message: 'Too rude' }]
    const body: Json = { success: false, issues }
    const ofAccepted = 'carried' in accepted ? accepted.carried : null
    const valuesOf = (state: Json | null | undefined) =>
      Object.keys((state as FormState | null)?.values ?? {})
    expect(valuesOf(ofAccepted)).toEqual(['ctrl_1-9-u1', 'ctrl_4-9', 'ctrl_2-9-u2'])
    const failed = formHandler.conclude({ ...sent, answer: null })
    expect(valuesOf(failed.carried)).toEqual(valuesOf(ofAccepted))
    const refused = formHandler.conclude({ ...sent, answer: { status: 422, body } })
    expect(shown({ kind: 'page', ...refused }).pageInfo.currentPageIndex).toBe(1)
    expect(valuesOf(refused.carried)).toEqual(['ctrl_1-9-u1', 'ctrl_4-9', 'ctrl_3-9-u3'])
    const changed = await post(
      'submit',
      [
        ['ctrl_1-9-u1', long],
        ['ctrl_2-9-u2', 'b'],
      ],
      { version: 10 },
    )
    expect(valuesOf('carried' in changed ? changed.carried : null)).not.toContain('ctrl_1-10-u1')
    expect(shown(changed).values).toMatchObject({ 'ctrl_1-10-u1': long, 'ctrl_2-10-u2': 'b' })
  })

  test('a file that was not taken keeps the visitor on its page, which says why', async () => {
    const refusedFiles = [['file_ctrl_4-9', 'The file is too large.']] as const
    const fields: FormRequest['fields'] = [['ctrl_1-9-u1', 'Ada']]
    for (const action of ['next', 'submit'] as const) {
      const stays = await post(action, fields, { refusedFiles })
      const issues = [{ fieldId: 'ctrl_4-9', controlId: 'ctrl_4-9', message: 'The file is too large.' }]
      expect(stays).toMatchObject({ kind: 'refused', issues })
      expect(shown(stays)).toMatchObject({
        pageInfo: { currentPageIndex: 0 },
        submitStatus: { issues },
        values: { 'ctrl_1-9-u1': 'Ada' },
      })
    }
    const second = await post('next', fields)
    const back = await post('previous', [], { refusedFiles, state: stateOf(second) })
    expect(back.kind).toBe('page')
    const stays = await post('next', fields, { refusedFiles })
    const without = await post('next', fields, { state: stateOf(stays) })
    expect(shown(without)).toMatchObject({ pageInfo: { currentPageIndex: 1 }, submitStatus: { issues: [] } })
  })
  test('a control of the page that is not among the post is empty', async () => {
    const second = await post('next', [['ctrl_1-9-u1', 'Ada']])
    const back = await post('previous', [], { state: stateOf(second) })
    expect(await post('next', [], { state: stateOf(back) })).toMatchObject({ kind: 'refused' })
  })

  test('sent whole, it is held against every page on the way, and to no other', async () => {
    expect(await post('submit', [['ctrl_1-9-u1', 'Ada']])).toMatchObject({
      kind: 'refused',
      issues: [{ fieldId: 'ctrl_2-9-u2' }],
      state: { pageInfo: { currentPageIndex: 1, previousPageIndices: { 1: 0 } } },
    })
    expect(await post('submit', [['ctrl_1-9-u1', 'skip']])).toMatchObject({
      kind: 'accepted',
      needsCaptcha: false,
      post: { path: '/REST/UI/FormsModule/postform/9/0', body: 'ctrl_1-9-u1=skip' },
    })
  })

  test('brings its proof of being human and its files with it', async () => {
    const file = { name: 'map.png', sizeBytes: 3, type: 'image/png', token: 't1' }
    const outcome = await post('submit', [
      ['ctrl_1-9-u1', 'skip'],
      ['file_ctrl_4-9', file],
      ['captchaResponse', '{"Response":"tok"}'],
    ])
    expect(outcome).toMatchObject({ kind: 'accepted', files: [{ file, elementId: '4', versionId: '9' }] })
    expect(outcome.kind === 'accepted' && new URLSearchParams(outcome.post.body).get('captchaResponse')).toBe(
      '{"Response":"tok"}',
    )
  })

  test('keeps a file that was posted when its page is posted again without one, and takes another', async () => {
    const file = { name: 'map.png', sizeBytes: 3, type: 'image/png', token: 't1' }
    const name = ['ctrl_1-9-u1', 'skip'] as const
    const refused = await post('next', [['file_ctrl_4-9', file]])
    const next = await post('next', [name], { state: stateOf(refused) })
    const back = await post('previous', [], { state: stateOf(next) })
    const again = await post('next', [name], { state: stateOf(back) })
    expect(await post('submit', [], { state: stateOf(again) })).toMatchObject({
      kind: 'accepted',
      files: [{ file }],
    })
    const other = { ...file, name: 'plan.png', token: 't2' }
    const replaced = await post('next', [name, ['file_ctrl_4-9', other]], { state: stateOf(back) })
    expect(await post('submit', [], { state: stateOf(replaced) })).toMatchObject({ files: [{ file: other }] })
  })

  test('of the Forms API is confirmed with the reference number of its own field', async () => {
    const type = {
      id: 'ask',
      fields: [
        { id: 'town', name: 'Town', dataType: 'string' },
        { id: 'caseNumber', name: 'Case', dataType: 'string', dataFormat: 'reference' },
      ],
    }
    const client = { formContentType: async () => type } as unknown as FormRequest['client']
    const { state } = await post('submit', [['town', 'Lark']], { provider: 'forms-api', client })
    const body = { form: { caseNumber: 'C-7', sys: { id: 'e1' } } }
    const sent = formHandler.conclude({ provider: 'forms-api', state, answer: { status: 200, body } })
    expect(sent.state).toMatchObject({ submitStatus: { formPostId: 'C-7' } })
  })

  test('of the Forms API whose answers that system refuses is shown where the first problem is, with all that was typed', async () => {
    const type = {
      id: 'ask',
      properties: { mode: 'survey' },
      fields: [
        { id: 'town', name: 'Town', dataType: 'string' },
        { id: 'at', name: 'At', dataType: 'string', dataFormat: 'time' },
      ],
    }
    const client = { formContentType: async () => type } as unknown as FormRequest['client']
    const fields: FormRequest['fields'] = [
      ['town', 'Lark'],
      ['at', '09:05'],
    ]
    const first = await post('next', fields, { provider: 'forms-api', client })
    const { state, kind } = await post('submit', fields, {
      provider: 'forms-api',
      client,
      state: stateOf(first),
    })
    expect([kind, shown({ kind: 'page', state })]).toMatchObject([
      'accepted',
      { pageInfo: { currentPageIndex: 1 } },
    ])
    const data = [
      { field: 'at', message: 'We are closed then' },
      { field: 'town', message: 'No such town' },
      { field: 'elsewhere', message: 'Where from?' },
    ]
    const answer = { status: 422, body: { message: 'We are closed then', data } }
    const issues = [
      { fieldId: 'town', controlId: 'town', message: 'No such town' },
      { fieldId: 'at', controlId: 'at-hours', message: 'We are closed then' },
    ]
    expect(formHandler.readAnswer('forms-api', answer, state)).toMatchObject({
      isSuccess: false,
      errors: ['Where from?'],
      issues,
    })
    expect(formHandler.readAnswer('classic', answer, state)).not.toHaveProperty('issues')
    const sent = formHandler.conclude({ provider: 'forms-api', state, answer })
    expect(sent).toMatchObject({ isSuccess: false, redirectUrl: null })
    expect(sent.state).toMatchObject({
      values: { town: 'Lark', at: { hours: '9', minutes: '05' } },
      pageInfo: { currentPageIndex: 0 },
      submitStatus: {
        success: false,
        formData: { errors: ['Where from?'] },
        issues,
      },
    })
    expect(sent.state).not.toHaveProperty('seen')
    expect(sent.state).toHaveProperty('pageInfo', { currentPageIndex: 0, previousPageIndices: { 1: 0 } })
    const go = (state: Json, action: FormRequest['action'], town: string, at: string) =>
      post(
        action,
        [
          ['town', town],
          ['at', at],
        ],
        { provider: 'forms-api', client, state },
      )
    const same = await go(sent.state, 'next', 'Lark', '09:05')
    expect(shown(same)).toMatchObject({ pageInfo: { currentPageIndex: 1 }, submitStatus: { issues } })
    const opened = await go(stateOf(same), 'previous', 'Lark', '09:05')
    expect(opened).toMatchObject({ kind: 'refused', issues: [{ fieldId: 'town' }] })
    const town = await go(sent.state, 'next', 'Wren', '09:05')
    const [, ofTime] = issues
    expect(shown(town)).toMatchObject({ submitStatus: { success: null, issues: [ofTime] } })
    expect(shown(await go(stateOf(town), 'previous', 'Wren', '09:05'))).toMatchObject({
      submitStatus: { issues: [ofTime] },
    })
    expect(shown(await go(stateOf(town), 'previous', 'Wren', '10:05')).submitStatus.issues).toEqual([])
  })

  test('of the Forms API brings its proof of being human where that system looks for it', async () => {
    const type = {
      id: 'ask',
      projectId: 'website',
      language: 'en-GB',
      version: { versionNo: '1.0' },
      fields: [{ id: 'town', name: 'Town', dataType: 'string' }],
    }
    const client = { formContentType: async () => type } as unknown as FormRequest['client']
    const fields: FormRequest['fields'] = [
      ['town', 'Lark'],
      ['captchaResponse', '{"Response":"tok"}'],
    ]
    const outcome = await post('submit', fields, { provider: 'forms-api', client })
    expect(outcome).toMatchObject({
      kind: 'accepted',
      post: { headers: { 'g-recaptcha-response': 'tok' }, body: '{"town":"Lark"}' },
    })
  })

  test('of another version is marked as changed and keeps the valid answers', async () => {
    const second = await post('next', [['ctrl_1-9-u1', 'Ada']])
    expect(await post('next', [], { state: stateOf(second), version: 10 })).toMatchObject({ kind: 'changed' })
  })

  test.each([
    [{ status: 200, body: { formPostId: 7, success: true } }, undefined, undefined, true],
    [{ status: 200, body: null }, undefined, undefined, false],
    [null, undefined, undefined, false],
    [{ status: 200, body: { formPostId: 7 } }, { success: false, errors: ['late'] }, undefined, false],
    [{ status: 200, body: { formPostId: 7 } }, undefined, { total: 2, processed: 1, errors: ['x'] }, false],
  ])(
    'answered by %j, custom post %j, files %j, it is sent: %j',
    async (answer, customPost, files, isSuccess) => {
      const { state } = await post('submit', [['ctrl_1-9-u1', 'skip']])
      const sent = formHandler.conclude({
        provider: 'classic',
        state,
        answer,
        ...(customPost && { customPost }),
        ...(files && { files }),
      })
      expect(sent).toMatchObject({
        isSuccess,
        redirectUrl: null,
        state: { submitStatus: { success: isSuccess } },
      })
    },
  )

  test('a redirect is followed to a safe place only', async () => {
    const { state } = await post('submit', [['ctrl_1-9-u1', 'skip']])
    const conclude = (message: string) =>
      formHandler.conclude({
        provider: 'classic',
        state,
        answer: {
          status: 200,
          body: { formPostId: 7, action: 'Redirect', message, redirect: { method: 'GET' } },
        },
      }).redirectUrl
    const followed = ['/thanks', 'https://pay.example/1', 'http://shop.example/thanks?id=7']
    expect(followed.map(conclude)).toEqual(followed)
    const refused = [
      'javascript:alert(1)',
      '//host',
      '/\\host',
      'http:host',
      'http://',
      'http://a@host/',
      'ftp://host/',
    ]
    expect(refused.filter((message) => conclude(message) !== null)).toEqual([])
  })

  test.each([
    ['/thanks', '/thanks'],
    ['javascript:alert(1)', null],
  ])(
    'whose author has set a redirect to %s sends its visitor to %j, as in the browser, once it is sent',
    async (to, redirectUrl) => {
      const given = map()
      const definition = {
        ...(given['form'] as JsonObject),
        confirmationtype: 'RedirectUrl',
        confirmationtext: to,
      }
      const client = {
        formMap: async () => ({ ...given, form: definition }),
      } as unknown as FormRequest['client']
      const { state } = await post('submit', [['ctrl_1-9-u1', 'skip']], { client })
      const conclude = (status: number) =>
        formHandler.conclude({ provider: 'classic', state, answer: { status, body: { formPostId: 7 } } })
      expect(conclude(200)).toMatchObject({ isSuccess: true, redirectUrl })
      expect(conclude(500)).toMatchObject({ isSuccess: false, redirectUrl: null })
    },
  )

  test('the answer of the content system is read as in the browser', () => {
    const redirect = { method: 'POST', url: 'https://crm.example/in', body: 'a=1' }
    const answer = { status: 200, body: { formPostId: 7, action: 'Redirect', redirect } }
    expect(formHandler.readAnswer('classic', answer)).toEqual({
      isSuccess: true,
      formPostId: '7',
      errors: [],
      customPostUrl: 'https://crm.example/in',
    })
  })
})

describe('answers that are shown before they are sent, without script', () => {
  const reviewed = (): JsonObject => {
    const given = map()
    return { ...given, form: { ...(given['form'] as JsonObject), review: 'true' } }
  }
  const client = { formMap: async () => reviewed() } as unknown as FormRequest['client']
  const go = (action: FormRequest['action'], fields: FormRequest['fields'], state?: Json) =>
    post(action, fields, { client, ...(state !== undefined && { state }) })

  async function toAnswers() {
    const third = await go('next', [['ctrl_1-9-u1', 'skip']])
    return go('next', [['ctrl_3-9-u3', 'three']], stateOf(third))
  }

  test('come after the last page, and none of them is lost by going there, changing one, and back', async () => {
    const answers = await toAnswers()
    expect(shown(answers)).toMatchObject({ pageInfo: { currentPageIndex: 2, review: 'shown' } })
    const first = await go('change:ctrl_1-9-u1', [], stateOf(answers))
    expect(shown(first)).toMatchObject({
      pageInfo: { currentPageIndex: 0, review: 'left' },
      values: { 'ctrl_1-9-u1': 'skip', 'ctrl_3-9-u3': 'three' },
    })
    const again = await go('next', [['ctrl_1-9-u1', 'skip']], stateOf(first))
    expect(shown(again).pageInfo).toEqual(shown(answers).pageInfo)
    const sent = await go('submit', [], stateOf(again))
    expect(sent).toMatchObject({
      kind: 'accepted',
      post: { body: 'ctrl_1-9-u1=skip&ctrl_3-9-u3=three' },
      state: { pageInfo: { review: 'shown' } },
    })
  })

  test('are not left out by a form that is sent from its last page', async () => {
    const third = await go('next', [['ctrl_1-9-u1', 'skip']])
    const outcome = await go('submit', [['ctrl_3-9-u3', 'three']], stateOf(third))
    expect(outcome.kind).toBe('page')
    expect(shown(outcome).pageInfo.review).toBe('shown')
  })

  test('lead to the first page that is not in order', async () => {
    const answers = shown(await toAnswers())
    const state = { ...answers, values: { ...answers.values, 'ctrl_1-9-u1': '' } } as unknown as Json
    const outcome = await go('submit', [], state)
    expect(outcome).toMatchObject({ kind: 'refused', issues: [{ fieldId: 'ctrl_1-9-u1' }] })
    expect(shown(outcome).pageInfo).toMatchObject({ currentPageIndex: 0, review: 'left' })
  })

  test('of a field that the form has not, it is shown again', async () => {
    const answers = await toAnswers()
    expect(shown(await go('change:none', [], stateOf(answers))).pageInfo).toEqual(shown(answers).pageInfo)
  })
})

describe('a form that its author has changed while it was filled in', () => {
  test('of another version is not sent: what was typed before and now is in the form as it is, where it fits', async () => {
    const second = await post('next', [['ctrl_1-9-u1', 'Ada']])
    const outcome = await post('next', [['ctrl_2-9-u2', 'two']], { version: 10, state: stateOf(second) })
    expect(outcome.kind).toBe('changed')
    expect(shown(outcome)).toMatchObject({
      recovered: 'changed',
      pageInfo: { currentPageIndex: 0 },
      values: { 'ctrl_1-10-u1': 'Ada', 'ctrl_2-10-u2': 'two' },
    })
    const whole = await post('submit', [['ctrl_1-9-u1', 'Ada']], { version: 10 })
    expect(whole.kind).toBe('changed')
  })
})

describe('a form that its author has closed', () => {
  const contentType = {
    fields: [{ id: 'name' }, { id: 'age' }],
    properties: { mode: 'survey', localizations: { closedReasonMessage: 'Too late' } },
  }
  const client = (more: JsonObject) =>
    ({
      formContentType: async () => ({ ...contentType, ...more }),
    }) as unknown as FormRequest['client']

  test.each(['next', 'previous', 'submit'] as const)(
    'takes no post, whose action is %s: the form is shown as it is now',
    async (action) => {
      const fields = [['name', 'Ada']] as const
      const open = await post(action, fields, { provider: 'forms-api', client: client({}) })
      expect(open.kind).not.toBe('changed')
      const outcome = await post(action, fields, {
        provider: 'forms-api',
        client: client({ enabled: false }),
      })
      expect(outcome.kind).toBe('changed')
    },
  )
})
