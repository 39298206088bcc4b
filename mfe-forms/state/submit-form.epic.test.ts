import { jest } from '@jest/globals'
import type { HostState } from '@tessera/shared/contract'
import { createStore, storePart, withEpics } from '@tessera/shared/store'
import type { PostAnswer } from '../domain/post-answer.ts'
import type { PostForm } from '../io/post-form.ts'
import { formsError } from '../errors.ts'
import { aField, aForm, aPage } from '../testing/builders.ts'
import { formLoaded, submitRequested, valueChanged } from './form-actions.ts'
import { formSlice } from './form.slice.ts'
import { selectForm } from './form-state.ts'
import { submitFormEpic } from './submit-form.epic.ts'

const SENT: PostAnswer = {
  isSuccess: true,
  formPostId: '7',
  errors: [],
  refusedWith: null,
  redirectUrl: null,
  customPostUrl: null,
}
const noDrafts = { now: () => 0, keep: () => undefined, take: () => null }
/** What follows from answers that are there has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

let keys = 0
beforeEach(() => (keys = 0))

/** A store with one form that is filled in, and the calls that came out of it. */
function aStore(postForm: PostForm) {
  const store = createStore({ epics: withEpics() })
  store.inject(
    storePart({
      owner: 'mfe-forms',
      slices: [formSlice],
      epics: [submitFormEpic],
      io: { postForm, drafts: noDrafts, newIdempotencyKey: () => `key-${(keys += 1)}` },
    }),
  )
  const form = aForm([aPage([aField({ id: 'a', isRequired: true })])], { redirectUrl: '/thanks' })
  store.dispatch(formLoaded({ formId: '1', form }))
  store.dispatch(valueChanged({ formId: '1', fieldId: 'a', value: 'x' }))
  const status = () => selectForm(store.getState(), '1')!.submitStatus
  return { store, status, submit: () => store.dispatch(submitRequested({ formId: '1' })) }
}

describe('sending a form', () => {
  test('posts the fields to the form module of this site, and keeps the form post id', async () => {
    const postForm = jest.fn<PostForm>().mockResolvedValue(SENT)
    const { store, status, submit } = aStore(postForm)
    submit()
    expect(status().isSubmitting).toBe(true)
    await settled()
    expect(postForm.mock.calls).toEqual([
      ['/REST/UI/FormsModule/postform/69/0', [['a', 'x']], { madeFor: undefined, idempotencyKey: 'key-1' }],
    ])
    expect(status()).toMatchObject({
      success: true,
      formPostId: '7',
      redirectUrl: '/thanks',
      isSubmitting: false,
    })
    store.dispose()
  })

  test('a page that was made for one person sends it as theirs, and tells when they have to sign in', async () => {
    const refused = { ...SENT, isSuccess: false, errors: ['Sign in'], refusedWith: 401 } as const
    const postForm = jest.fn<PostForm>().mockResolvedValue(refused)
    const { store, status, submit } = aStore(postForm)
    store.adopt({ page: { madeFor: 'member' } as HostState['page'] })
    submit()
    await settled()
    expect(postForm.mock.calls[0]?.[2]).toMatchObject({ madeFor: 'member' })
    expect(status()).toMatchObject({ success: false, refusedWith: 401 })
    store.dispose()
  })

  test('a double click posts once', async () => {
    const postForm = jest.fn<PostForm>().mockResolvedValue(SENT)
    const { store, submit } = aStore(postForm)
    submit()
    submit()
    await settled()
    submit()
    await settled()
    expect(postForm).toHaveBeenCalledTimes(1)
    store.dispose()
  })

  test('a page with errors posts nothing', async () => {
    const postForm = jest.fn<PostForm>()
    const { store, submit } = aStore(postForm)
    store.dispatch(valueChanged({ formId: '1', fieldId: 'a', value: '' }))
    submit()
    await settled()
    expect(postForm).not.toHaveBeenCalled()
    store.dispose()
  })

  test('no answer is a failure with its cause, and can be tried again', async () => {
    const postForm = jest
      .fn<PostForm>()
      .mockRejectedValueOnce(formsError('forms/no-answer'))
      .mockRejectedValueOnce(formsError('forms/timed-out'))
      .mockRejectedValueOnce(new Error('x is not a function'))
      .mockResolvedValue(SENT)
    const { store, status, submit } = aStore(postForm)
    for (const failure of ['no-answer', 'timed-out', 'unexpected']) {
      submit()
      await settled()
      expect(status()).toMatchObject({ success: false, failure, errors: [] })
    }
    submit()
    await settled()
    expect(status().success).toBe(true)
    // One submission, however often it is sent: it is stored once.
    expect(postForm.mock.calls.map(([, , options]) => options?.idempotencyKey)).toEqual(
      Array(4).fill('key-1'),
    )
    store.dispose()
  })

  test('a second address gets the same fields, and its failure is the form’s', async () => {
    const custom = { ...SENT, customPostUrl: 'https://crm.example/api' }
    const postForm = jest
      .fn<PostForm>()
      .mockResolvedValueOnce(custom)
      .mockResolvedValueOnce({ ...SENT, isSuccess: false, errors: ['No'] })
    const { store, status, submit } = aStore(postForm)
    submit()
    await settled()
    expect(postForm.mock.calls[1]).toEqual(['https://crm.example/api', [['a', 'x']]])
    expect(status()).toMatchObject({ success: false, customPostErrors: ['No'] })
    store.dispose()
  })
})
