import type { ContentClient, JsonObject, LoadRequest, SearchQuery } from '@tessera/shared/contract'
import { formSlice } from './form.slice.ts'
import { selectFormsState } from './form-state.ts'
import { formHandler } from './form-handler.ts'
import { answerForm, loadForm } from './load-form.ts'
import { catalogues } from '../messages/index.ts'

const OFFER = { scriptUrl: 'https://captcha.example/api.js', contact: { telephone: '01632 960100' } }
const aMap = (showcaptcha: string): JsonObject => ({
  ContentVersionId: 69,
  form: { showcaptcha, page: [{ element: [{ id: '1', uniqueid: 'u', type: 'TextBox', label: 'Name' }] }] },
})
const keyed = (recaptchaSiteKey?: unknown) => () => Promise.resolve({ items: [{ recaptchaSiteKey }] })

/** A client that records its calls in order; `search` is the answer of the delivery API. */
function aClient(search: () => Promise<unknown>, showcaptcha = 'true') {
  const asked: unknown[] = []
  const client = {
    formMap: (id: string) => (asked.push(id), Promise.resolve(aMap(showcaptcha))),
    search: (query: SearchQuery) => (asked.push(query), search()),
  } as unknown as ContentClient
  return { client, asked }
}

async function load(client: ContentClient) {
  const result = await loadForm({
    slot: { id: 'form-7', view: 'form', props: { formId: 7 } },
    formGate: () => ({ hidden: {}, trapField: 'fax', captcha: OFFER }),
    client,
    sanitise: String,
    signal: new AbortController().signal,
  } as unknown as LoadRequest)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => formSlice.reducer(before, action),
    undefined,
  )
  return { ...result, state: selectFormsState({ form: state }) }
}

describe('the captcha’s key (specification 4, Form lifecycle; 7, Form calls 2)', () => {
  test('is fetched after the map, from the newest form settings: one entry, one field', async () => {
    const { client, asked } = aClient(keyed('site-key'))
    const { state, needsCaptcha } = await load(client)
    expect(asked).toEqual([
      '7',
      {
        where: [
          { field: 'sys.versionStatus', equalTo: 'latest' },
          { field: 'sys.contentTypeId', equalTo: 'formSettings' },
        ],
        fields: ['recaptchaSiteKey'],
        pageSize: 1,
      },
    ])
    expect(state.settings.recaptcha).toEqual({
      siteKey: 'site-key',
      response: { isHuman: false, token: null },
    })
    expect(state.captcha).toEqual(OFFER)
    expect(needsCaptcha).toBe(true)
  })

  test('is not requested for a form without a captcha, whose page has nothing of it', async () => {
    const { client, asked } = aClient(keyed('site-key'), 'false')
    const { state, needsCaptcha } = await load(client)
    expect(asked).toEqual(['7'])
    expect([needsCaptcha, state.captcha, state.gate]).toEqual([
      undefined,
      null,
      { hidden: {}, trapField: 'fax' },
    ])
  })

  test.each([[''], ['  '], [undefined], [5]])(
    'that is %j is none: the form has no captcha, and its page allows none',
    async (key) => {
      const { state, needsCaptcha, problem } = await load(aClient(keyed(key)).client)
      expect([state.settings.recaptcha.siteKey, needsCaptcha, problem]).toEqual([null, undefined, undefined])
      expect(state.forms['7']?.definition).not.toBeNull()
    },
  )

  test('that cannot be fetched leaves no captcha, and says why to the host', async () => {
    const down = new Error('down')
    const { state, needsCaptcha, problem } = await load(aClient(() => Promise.reject(down)).client)
    expect([state.settings.recaptcha.siteKey, needsCaptcha, problem]).toEqual([null, undefined, down])
    expect(state.forms['7']?.definition).not.toBeNull()
  })

  test('is that of the published settings, where the site may read no others', async () => {
    const answers = [
      () => Promise.reject(Object.assign(new Error('no'), { status: 403 })),
      keyed('published'),
    ]
    const { client, asked } = aClient(() => answers.shift()!())
    const { state } = await load(client)
    expect(state.settings.recaptcha.siteKey).toBe('published')
    expect(asked.at(-1)).toMatchObject({ where: [{ field: 'sys.contentTypeId', equalTo: 'formSettings' }] })
  })

  test('of a form that came too late comes with it', async () => {
    const { client } = aClient(keyed('site-key'))
    const answer = await answerForm({ query: { formId: '7' }, client, sanitise: String } as never)
    expect(answer).toMatchObject({ hasCaptcha: true, captchaSiteKey: 'site-key' })
  })

  test('of a form that came too late, or is embedded, and that cannot be fetched leaves no captcha, and says why to the host', async () => {
    const down = new Error('down')
    const { client } = aClient(() => Promise.reject(down))
    const problems: unknown[] = []
    const onProblem = (problem: unknown) => problems.push(problem)
    const answer = await answerForm({ query: { formId: '7' }, client, sanitise: String, onProblem } as never)
    expect([answer, problems]).toEqual([expect.objectContaining({ hasCaptcha: true }), [down]])
    expect(answer).not.toHaveProperty('captchaSiteKey')
  })

  test.each([
    ['a key', keyed('site-key'), true],
    ['no key', keyed(''), false],
    ['nobody to ask for the key', () => Promise.reject(new Error('down')), false],
  ])('with %s, a post needs a captcha: %#', async (_, search, needsCaptcha) => {
    const outcome = await formHandler.receive({
      provider: 'classic',
      formId: '7',
      action: 'submit',
      fields: [],
      language: 'en-GB',
      messages: catalogues['en-GB']!,
      client: aClient(search).client,
      sanitise: String,
      signal: new AbortController().signal,
    })
    expect(outcome).toMatchObject({ kind: 'accepted', needsCaptcha })
  })
})
