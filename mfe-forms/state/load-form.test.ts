import type {
  ContentClient,
  DataRequest,
  FormGate,
  JsonObject,
  LoadRequest,
  PostedForm,
} from '@tessera/shared/contract'
import { createStore, storePart, withEpics } from '@tessera/shared/store'
import type { FormDefinition } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { noCalls } from '../testing/builders.ts'
import { formHandler } from './form-handler.ts'
import { formSlice } from './form.slice.ts'
import { selectForm, selectFormsState } from './form-state.ts'
import { loadFormEpic } from './load-form.epic.ts'
import { answerForm, loadForm } from './load-form.ts'
import { createOpenForm } from './open-form.ts'

const loadResult = (
  formMap: (id: string) => Promise<JsonObject>,
  { signal = new AbortController().signal, props = {}, form, gate = {}, query = {} }: Partial<Given> = {},
) =>
  loadForm({
    slot: { id: 'form-7', view: 'form', props: { formId: 7, ...props } },
    form,
    query,
    formGate: () => ({ hidden: {}, trapField: 'fax', ...gate }),
    client: { formMap } as unknown as ContentClient,
    sanitise: (html: string) => html,
    signal,
  } as unknown as LoadRequest)

/** What a page gives to its form. */
interface Given extends Pick<LoadRequest, 'signal' | 'query'> {
  readonly props: JsonObject
  readonly form: PostedForm | undefined
  readonly gate: Partial<FormGate>
}

async function load(
  formMap: (id: string) => Promise<JsonObject>,
  signal = new AbortController().signal,
  props: JsonObject = {},
  form?: PostedForm,
  key = '7',
  gate: Partial<FormGate> = {},
  query: Readonly<Record<string, string>> = {},
) {
  const result = await loadResult(formMap, { signal, props, form, gate, query })
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => formSlice.reducer(before, action),
    undefined,
  )
  return selectForm({ form: state }, key)
}

describe('form loader', () => {
  test('loads the form that the slot names', async () => {
    const asked: string[] = []
    const state = await load((id) => {
      asked.push(id)
      return Promise.resolve({
        ContentVersionId: 69,
        form: { page: [{ element: [{ id: '1', type: 'TextBox', label: 'Name' }] }] },
      })
    })
    expect(asked).toEqual(['7'])
    expect(state?.definition?.pages[0]?.fields[0]?.label).toBe('Name')
  })

  test.each([
    ['cannot be fetched', () => Promise.reject(new Error('down'))],
    ['is no form', () => Promise.resolve({ hello: 'world' })],
  ])('a map that %s costs the form alone, and its page is not complete', async (_, formMap) => {
    expect(await load(formMap)).toMatchObject({ definition: null })
    expect((await loadResult(formMap)).problem).toBeInstanceOf(Error)
  })

  test('a form that is only slow is requested by the browser', async () => {
    const late = Object.assign(new Error('late'), { code: 'content/timeout', status: 504 })
    expect(await load(() => Promise.reject(late))).toMatchObject({ definition: null, isLoading: true })
    expect((await loadResult(() => Promise.reject(late))).problem).toBe(late)
  })

  test.each([
    ['en-GB', '/ask', 401, 'You have to sign in to fill in this form.', '/account/login'],
    ['en-GB', '/what?', 401, 'You have to sign in to fill in this form.', '/account/login'],
    ['cy', '/cy/holi', 401, 'Rhaid i chi fewngofnodi i lenwi’r ffurflen hon.', '/cy/account/login'],
    ['cy', '/cy/holi', 403, 'Nid yw’r ffurflen hon ar gyfer eich cyfrif.', null],
  ])('a form of the Forms API that requires permission says so in %s at %s: %s', async (...given) => {
    const [language, pathname, status, text, signIn] = given
    const refused = Object.assign(new Error('members only'), { status })
    const result = await loadForm({
      slot: { id: 'form-7', view: 'form', props: { formId: 'ask', provider: 'forms-api' } },
      language,
      route: { currentPath: pathname, location: { pathname, search: '?topic=tax', hash: '' } },
      query: {},
      client: { formContentType: () => Promise.reject(refused) } as unknown as ContentClient,
      signal: new AbortController().signal,
    } as unknown as LoadRequest)
    const state = (result.actions ?? []).reduce<unknown>(
      (before, action) => formSlice.reducer(before, action),
      undefined,
    )
    const path =
      signIn && `${signIn}?redirect_uri=${encodeURIComponent(`${pathname.replace('?', '%3F')}?topic=tax`)}`
    expect(selectForm({ form: state }, 'ask')).toMatchObject({ definition: null, refusal: { text, path } })
    // No failure: the page is complete, but a cache asks again soon, since the form may be opened to everybody.
    expect(result.problem).toBeUndefined()
    expect(result.validUntil).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  test.each([
    ['its closing time', { autoCloseForm: true, autoCloseDateTime: '2999-01-01T00:00:00Z' }, null],
    ['the minute that it is filled in with', {}, 'now()'],
  ])('of the Forms API is kept by no cache beyond %s', async (_what, properties, given) => {
    const type = { fields: [{ id: 'a', dataType: 'dateTime', default: given }], properties }
    const before = Date.now()
    const request = {
      slot: { props: { formId: 'ask', provider: 'forms-api' } },
      language: 'en-GB',
      query: { formId: 'ask', provider: 'forms-api' },
      client: { formContentType: () => Promise.resolve(type) } as unknown as ContentClient,
      sanitise: (html: string) => html,
      signal: new AbortController().signal,
    }
    const times = [(await loadForm(request as unknown as LoadRequest)).validUntil ?? Infinity]
    const setValidUntil = (time: number) => times.push(time)
    await answerForm({ ...request, setValidUntil } as unknown as DataRequest)
    expect(times).toHaveLength(2)
    for (const time of times)
      if (given === null) expect(time).toBe(Date.parse('2999-01-01T00:00:00Z'))
      else expect(time - before).toBeLessThan(61_000)
  })

  test('fields for files say what the host takes, and no other field does', async () => {
    const elements = ['Upload', 'TextBox'].map((type, index) => ({ id: String(index), type, label: type }))
    const map = { ContentVersionId: 69, form: { page: [{ element: elements }] } }
    const limitsOf = async (gate: Partial<FormGate>) => {
      const state = await load(() => Promise.resolve(map), undefined, {}, undefined, undefined, gate)
      return state?.definition?.pages[0]?.fields.map(({ maxFileBytes }) => maxFileBytes)
    }
    expect(await limitsOf({ maxFileBytes: 1_000 })).toEqual([1_000, undefined])
    expect(await limitsOf({})).toEqual([undefined, undefined])
  })

  test('gives hidden fields what the page gives them', async () => {
    const element = { id: '1', type: 'HiddenField', label: 'campaign', predefinedvalue: 'direct' }
    const map = { ContentVersionId: 69, form: { page: [{ element: [element] }] } }
    const state = await load(() => Promise.resolve(map), undefined, { hiddenFormData: { campaign: 'may' } })
    expect(Object.values(state!.values)).toEqual(['may'])
  })

  test('the address of the page fills in the text fields that an author has named for it, and no others', async () => {
    const element = [
      { id: '1', uniqueid: 'a', type: 'TextBox', label: 'Reference' },
      { id: '2', uniqueid: 'b', type: 'Email', label: 'Email' },
      { id: '3', uniqueid: 'c', type: 'TextBox', label: 'Name' },
    ]
    const map = { ContentVersionId: 69, form: { page: [{ element }] } }
    const query = { ref: ` ${'2026/0184/HSE'.padEnd(120, 'x')}`, name: 'Ada', email: 'a@b.example' }
    const props = { prefill: { Reference: 'ref', Email: 'email' } }
    const state = await load(() => Promise.resolve(map), undefined, props, undefined, undefined, {}, query)
    expect(Object.entries(state!.values).filter(([, value]) => value !== '')).toEqual([
      ['ctrl_1-69-a', '2026/0184/HSE'.padEnd(100, 'x')],
    ])
  })

  test('the address of the page fills in a choice by its value, and none that is not there', async () => {
    const listitem = ['yes', 'no'].map((value, at) => ({
      uniqueid: `o${at}`,
      name: value,
      value,
      index: `${at}`,
    }))
    const element = [{ id: '1', uniqueid: 'a', type: 'Radio', label: 'Useful', listitem }]
    const map = { ContentVersionId: 69, form: { page: [{ element }] } }
    const valuesFor = async (useful: string) =>
      Object.values(
        (await load(
          () => Promise.resolve(map),
          undefined,
          { prefill: { Useful: 'useful' } },
          undefined,
          undefined,
          {},
          { useful },
        ))!.values,
      )
    const [no] = await valuesFor('no')
    expect(no).toContain('o1')
    expect(await valuesFor('maybe')).toEqual([''])
  })

  test.each(['in time', 'too late'])(
    'that comes %s has its prefilled values, the limit of its files and its captcha',
    async (when) => {
      const elements = ['Upload', 'TextBox'].map((type) => ({ id: type, uniqueid: type, type, label: type }))
      const map = { ContentVersionId: 69, form: { showcaptcha: 'true', page: [{ element: elements }] } }
      const client = {
        formMap: () => Promise.resolve(map),
        search: () => Promise.resolve({ items: [{ recaptchaSiteKey: 'key' }] }),
      }
      const query = { formId: '7', ref: 'LK/26' }
      const request = { query, client, sanitise: String, signal: new AbortController().signal }
      const props = { formId: 7, prefill: { TextBox: 'ref' } }
      const slow = { formMap: () => Promise.reject(Object.assign(new Error('late'), { status: 504 })) }
      const { actions = [] } = await loadForm({
        ...request,
        ...(when === 'too late' && { client: slow }),
        slot: { id: 'form-7', view: 'form', props },
        formGate: () => ({ hidden: {}, trapField: 'fax', maxFileBytes: 1_000 }),
      } as unknown as LoadRequest)
      const store = createStore({ epics: withEpics() })
      const ask = async () =>
        (await answerForm(request as unknown as DataRequest)) as unknown as FormDefinition
      const loaders = { loadForm: ask, openForm: createOpenForm(ask) }
      const io = { ...noCalls, loadLoaders: () => Promise.resolve(loaders) }
      store.inject(storePart({ owner: 'mfe-forms', slices: [formSlice], epics: [loadFormEpic], io }))
      store.adopt({
        routing: { location: { pathname: '/contact', search: '?ref=LK/26&ref=2', hash: '' } } as never,
      })
      for (const action of actions) store.dispatch(action)
      await new Promise((resolve) => setTimeout(resolve))
      const form = selectForm(store.getState(), '7')
      expect(Object.values(form?.values ?? {})).toEqual(['', 'LK/26'])
      expect(form?.definition?.pages[0]?.fields.map(({ maxFileBytes }) => maxFileBytes)).toEqual([
        1_000,
        undefined,
      ])
      expect(selectFormsState(store.getState()).settings.recaptcha.siteKey).toBe('key')
      store.dispose()
    },
  )

  test('a form that was posted without script is as the post has left it', async () => {
    const element = { id: '1', uniqueid: 'u', type: 'TextBox', label: 'Name' }
    const map = { ContentVersionId: 69, form: { page: [{ element: [element] }, { element: [] }] } }
    const held = {
      values: { 'ctrl_1-69-u': 'Ada' },
      pageInfo: { currentPageIndex: 1, previousPageIndices: {} },
    }
    const posted = (contentVersionId: string) => ({ formId: '7', state: { ...held, contentVersionId } })
    expect(await load(() => Promise.resolve(map), undefined, {}, posted('69'))).toMatchObject(held)
    // Another version starts at its first page, with what still fits.
    expect(await load(() => Promise.resolve(map), undefined, {}, posted('68'))).toMatchObject({
      ...held,
      pageInfo: { currentPageIndex: 0 },
    })
  })

  test('without script a page that was not posted yet has its hidden and prefilled values, a posted one what was posted', async () => {
    const page = ['1', '2'].map((id) => ({
      element: [
        { id: `${id}1`, uniqueid: 'a', type: 'TextBox', label: 'Reference' },
        { id: `${id}2`, uniqueid: 'b', type: 'HiddenField', label: 'campaign', predefinedvalue: 'direct' },
      ],
    }))
    const map = { ContentVersionId: 69, form: { pagecount: '2', page } }
    const formMap = () => Promise.resolve(map)
    const outcome = await formHandler.receive({
      provider: 'classic',
      formId: '7',
      action: 'next',
      fields: [['ctrl_12-69-b', 'may']],
      language: 'en-GB',
      messages: catalogues['en-GB']!,
      client: { formMap } as unknown as ContentClient,
      sanitise: String,
      signal: new AbortController().signal,
    })
    const props = { hiddenFormData: { campaign: 'may' }, prefill: { Reference: 'ref' } }
    const form = { formId: '7', state: outcome.state }
    const state = await load(formMap, undefined, props, form, '7', {}, { ref: 'LK/26' })
    expect(state).toMatchObject({
      pageInfo: { currentPageIndex: 1 },
      values: { 'ctrl_11-69-a': '', 'ctrl_12-69-b': 'may', 'ctrl_21-69-a': 'LK/26', 'ctrl_22-69-b': 'may' },
    })
  })

  test('without script a form that has changed meanwhile keeps what its page gives to hidden fields, and fills in nothing else', async () => {
    const element = [
      { id: '1', uniqueid: 'a', type: 'TextBox', label: 'Reference' },
      { id: '2', uniqueid: 'b', type: 'HiddenField', label: 'campaign', predefinedvalue: 'direct' },
    ]
    const map = { ContentVersionId: 70, form: { page: [{ element }] } }
    const formMap = () => Promise.resolve(map)
    const outcome = await formHandler.receive({
      provider: 'classic',
      formId: '7',
      action: 'submit',
      fields: [
        ['ctrl_1-69-a', ''],
        ['ctrl_2-69-b', 'may'],
      ],
      language: 'en-GB',
      messages: catalogues['en-GB']!,
      client: { formMap } as unknown as ContentClient,
      sanitise: String,
      signal: new AbortController().signal,
    })
    expect(outcome.kind).toBe('changed')
    const props = { hiddenFormData: { campaign: 'may' }, prefill: { Reference: 'ref' } }
    const form = { formId: '7', state: outcome.state }
    const state = await load(formMap, undefined, props, form, '7', {}, { ref: 'LK/26' })
    expect(state).toMatchObject({ values: { 'ctrl_1-70-a': '', 'ctrl_2-70-b': 'may' } })
  })

  test('of the same form twice on a page the one that was posted is as the post has left it, and no other', async () => {
    const map = { ContentVersionId: 69, form: { page: [{ element: [{ id: '1', type: 'TextBox' }] }] } }
    const state = {
      values: { 'ctrl_1-69': 'Ada' },
      pageInfo: { currentPageIndex: 1 },
      contentVersionId: '69',
    }
    const second = { formId: '7', state: { ...state, postedKey: '7~form-7-2' } }
    const load7 = (props: JsonObject, key: string, form: PostedForm) =>
      load(() => Promise.resolve(map), undefined, props, form, key)
    const instance = { instance: 'form-7-2' }
    expect(await load7(instance, '7~form-7-2', second)).toMatchObject({ values: state.values })
    expect(await load7({}, '7', second)).toMatchObject({ pageInfo: { currentPageIndex: 0 } })
    expect(await load7({}, '7', { formId: '7', state })).toMatchObject({ values: state.values })
    expect(await load7(instance, '7~form-7-2', { formId: '7', state })).toMatchObject({
      pageInfo: { currentPageIndex: 0 },
    })
  })

  test('the browser is given the same definition', async () => {
    const map = { ContentVersionId: 69, form: { page: [{ element: [{ id: '1', type: 'TextBox' }] }] } }
    const asked: unknown[] = []
    const client = { formMap: (...call: readonly unknown[]) => (asked.push(call), Promise.resolve(map)) }
    const request = { query: { formId: '7' }, client, sanitise: String } as unknown as DataRequest
    const answer = await answerForm(request)
    // No page waits for this request, so it may take longer.
    expect(asked).toEqual([['7', { deadlineMs: 6_000 }]])
    expect(answer).toMatchObject({
      provider: 'classic',
      formId: '7',
      contentVersionId: '69',
    })
  })

  test('is aborted when the visitor has left', async () => {
    const gone = new AbortController()
    gone.abort()
    await expect(load(() => Promise.reject(new Error('aborted')), gone.signal)).rejects.toThrow('aborted')
  })
})
