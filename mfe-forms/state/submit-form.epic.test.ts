import { jest } from '@jest/globals'
import type { HostState } from '@tessera/shared/contract'
import { createStore, storePart, withEpics } from '@tessera/shared/store'
import type { FormDefinition } from '../domain/form-definition.ts'
import { createChosenFiles } from '../io/chosen-files.ts'
import type { SendFile } from '../io/send-files.ts'
import type { PostForm, RawAnswer } from '../io/post-form.ts'
import { formsError } from '../errors.ts'
import { aField, aForm, aPage, noCalls, submitsBy } from '../testing/builders.ts'
import {
  captchaKeyLoaded,
  captchaSolved,
  fieldLeft,
  fileChosen,
  formLoaded,
  gateGiven,
  submitRequested,
  valueChanged,
} from './form-actions.ts'
import { formSlice } from './form.slice.ts'
import { selectForm } from './form-state.ts'
import { createOpenForm, type FormLoaders } from './open-form.ts'
import { storeFileEpic, preloadSubmitEpic, submitFormEpic } from './submit-form.epic.ts'
import type { FormsIo, SubmitIo } from './submit-form.ts'

const answered = (body: object, status = 200): RawAnswer => ({ status, body })
const SENT = answered({ formPostId: 7, success: true })
/** Waits until everything that follows from settled answers has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

let keys = 0
beforeEach(() => (keys = 0))
const newKey = () => `key-${(keys += 1)}`

/** A store with one form that is filled in, and the actions that result. */
function aStore(
  postForm: PostForm,
  {
    files = noCalls.files,
    loadLoaders = noCalls.loadLoaders,
    drafts = noCalls.drafts,
    ...calls
  }: Partial<FormsIo & SubmitIo> = {},
  of: Partial<FormDefinition> = {},
) {
  const store = createStore({ epics: withEpics() })
  store.inject(
    storePart({
      owner: 'mfe-forms',
      slices: [formSlice],
      epics: [submitFormEpic, storeFileEpic],
      io: { ...submitsBy({ ...calls, postForm }), files, loadLoaders, drafts, newIdempotencyKey: newKey },
    }),
  )
  const form = aForm([aPage([aField({ id: 'a', isRequired: true })])], { redirectUrl: '/thanks', ...of })
  store.dispatch(formLoaded({ formId: '1', definition: form }))
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
      [
        {
          path: '/REST/UI/FormsModule/postform/69/0',
          contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
          headers: {},
          body: 'a=x',
        },
        {
          madeFor: undefined,
          gate: null,
          idempotencyKey: 'key-1',
          form: 'classic/1',
          renewHidden: expect.any(Function) as unknown,
        },
      ],
    ])
    expect(status()).toMatchObject({
      success: true,
      formPostId: '7',
      redirectOnSuccessUrl: '/thanks',
      isSubmitting: false,
    })
    store.dispose()
  })

  test('a page that was made for one person sends it as theirs, and tells when they have to sign in', async () => {
    const refused = answered({ success: false, errors: ['Sign in'] }, 401)
    const postForm = jest.fn<PostForm>().mockResolvedValue(refused)
    const { store, status, submit } = aStore(postForm)
    store.adopt({ page: { madeFor: 'member' } as HostState['page'] })
    submit()
    await settled()
    expect(postForm.mock.calls[0]?.[1]).toMatchObject({ madeFor: 'member' })
    expect(status()).toMatchObject({ success: false, refusedWith: 401 })
    store.dispose()
  })

  test('a form of a page that is too old for the host is sent again with what the host gave', async () => {
    const fresh = { 'x-form-stamp': 'fresh' }
    const postForm = jest.fn<PostForm>().mockImplementationOnce(async (_post, options) => {
      options?.renewHidden?.(fresh)
      return answered({ success: false, code: 'gateway/outdated', errors: ['Send it again'] }, 422)
    })
    const { store, status, submit } = aStore(postForm.mockResolvedValue(SENT))
    store.dispatch(gateGiven({ hidden: { 'x-form-stamp': 'old', form_token: 'token' }, trapField: 'fax' }))
    submit()
    await settled()
    expect(status()).toMatchObject({ success: false, formData: { errors: ['Send it again'] } })
    submit()
    await settled()
    expect(status().success).toBe(true)
    const [first, second] = postForm.mock.calls.map(([, options]) => options)
    expect(second?.gate).toEqual({ hidden: { ...fresh, form_token: 'token' }, trapField: 'fax' })
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
    store.dispose()
  })

  test('a form whose slot failed on the server has no stamp, and is sent again with the one that the host gave', async () => {
    const fresh = { 'x-form-stamp': 'fresh' }
    const postForm = jest.fn<PostForm>().mockImplementationOnce(async (_post, options) => {
      options?.renewHidden?.(fresh)
      return answered({ success: false, code: 'gateway/outdated', errors: ['Send it again'] }, 422)
    })
    const { store, submit } = aStore(postForm.mockResolvedValue(SENT))
    submit()
    await settled()
    submit()
    await settled()
    expect(postForm.mock.calls[1]?.[1]?.gate?.hidden).toEqual(fresh)
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

  test('another form of the page is sent while one is on its way; neither is sent twice', async () => {
    const answers: ((answer: RawAnswer) => void)[] = []
    const postForm = jest.fn<PostForm>(() => new Promise((resolve) => answers.push(resolve)))
    const { store, submit } = aStore(postForm)
    const other = aForm([aPage([aField({ id: 'b' })])], { formId: '2' })
    store.dispatch(formLoaded({ formId: '2', definition: other }))
    const submitOther = () => store.dispatch(submitRequested({ formId: '2' }))
    for (const press of [submit, submitOther, submit, submitOther]) press()
    await settled()
    expect(postForm.mock.calls.map(([, options]) => options?.form)).toEqual(['classic/1', 'classic/2'])
    for (const answer of answers) answer(SENT)
    await settled()
    for (const formId of ['1', '2'])
      expect(selectForm(store.getState(), formId)?.submitStatus).toMatchObject({
        isSubmitting: false,
        success: true,
      })
    store.dispose()
  })

  test('a form that could not be sent can be sent again', async () => {
    const postForm = jest.fn<PostForm>().mockRejectedValueOnce(formsError('forms/no-answer'))
    const { store, status, submit } = aStore(postForm.mockResolvedValue(SENT))
    submit()
    await settled()
    expect(status().success).toBe(false)
    submit()
    await settled()
    expect(status().success).toBe(true)
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
      expect(status()).toMatchObject({ success: false, failure })
    }
    submit()
    await settled()
    expect(status().success).toBe(true)
    // All attempts have the same key, so that the submission is stored once.
    expect(postForm.mock.calls.map(([, options]) => options?.idempotencyKey)).toEqual(Array(4).fill('key-1'))
    store.dispose()
  })

  test('a second address gets the same fields, and its failure is the form’s', async () => {
    const url = 'https://crm.example/api'
    const custom = answered({
      formPostId: 7,
      action: 'Redirect',
      redirect: { method: 'POST', url, body: 'a=1' },
    })
    const postForm = jest
      .fn<PostForm>()
      .mockResolvedValueOnce(custom)
      .mockResolvedValueOnce(answered({ errors: ['No'] }, 500))
    const { store, status, submit } = aStore(postForm)
    submit()
    await settled()
    expect(postForm.mock.calls[1]).toEqual([expect.objectContaining({ path: url, body: 'a=x' })])
    expect(status()).toMatchObject({ success: false, customPost: { url, success: false, errors: ['No'] } })
    store.dispose()
  })

  test('a second address does not get the proof of being human; what the host has posted there is not posted again', async () => {
    const url = 'https://crm.example/api'
    const redirect = { method: 'POST', url, body: 'a=1' }
    const answer = { formPostId: 7, action: 'Redirect', redirect }
    const postForm = jest
      .fn<PostForm>()
      .mockResolvedValueOnce(answered(answer))
      .mockResolvedValue(answered({}, 204))
    const { store, status, submit } = aStore(postForm, {}, { hasCaptcha: true })
    store.dispatch(captchaKeyLoaded({ siteKey: 'key' }))
    store.dispatch(captchaSolved({ formId: '1', token: 'tok' }))
    submit()
    await settled()
    expect(postForm.mock.calls.map(([{ body }]) => body)).toEqual([
      'a=x&captchaResponse=%7B%22Response%22%3A%22tok%22%7D',
      'a=x',
    ])
    expect(status().success).toBe(true)
    store.dispose()
    const host = jest.fn<PostForm>().mockResolvedValue(answered({ ...answer, customPost: { success: true } }))
    const other = aStore(host)
    other.submit()
    await settled()
    expect(host).toHaveBeenCalledTimes(1)
    expect(other.status()).toMatchObject({ success: true, customPost: { url, success: true } })
    other.store.dispose()
  })

  test('a second post that failed at the host is made by the host again, under the same key, and never by the browser', async () => {
    const redirect = { method: 'POST', url: 'https://crm.example/api', body: 'a=1' }
    const answer = (success: boolean) =>
      answered({ formPostId: 7, action: 'Redirect', redirect, customPost: { success } })
    const postForm = jest.fn<PostForm>().mockResolvedValueOnce(answer(false)).mockResolvedValue(answer(true))
    const { store, status, submit } = aStore(postForm, {}, { hasCaptcha: true })
    store.dispatch(captchaKeyLoaded({ siteKey: 'key' }))
    for (const token of ['one', 'two']) {
      submit()
      expect(status().isSubmitting).toBe(false)
      store.dispatch(captchaSolved({ formId: '1', token }))
      submit()
      await settled()
    }
    expect(postForm.mock.calls.map(([{ path }]) => path)).toEqual(
      Array(2).fill('/REST/UI/FormsModule/postform/69/0'),
    )
    expect(postForm.mock.calls.map(([, options]) => options?.idempotencyKey)).toEqual(['key-1', 'key-1'])
    expect(status()).toMatchObject({ success: true, customPost: { success: true } })
    store.dispose()
  })

  test('says what the server found wrong', async () => {
    const issues = [{ fieldId: 'a', controlId: 'a', message: 'A is taken' }]
    const { store, status, submit } = aStore(() => Promise.resolve(answered({ success: false, issues }, 422)))
    submit()
    await settled()
    expect(status()).toMatchObject({ success: false, issues })
    store.dispose()
  })
})

describe('files of a form (specification 7, Form calls 4 and 5)', () => {
  const upload = aField({ id: 'f', originalId: '13', type: 'Upload' })
  const other = aField({ id: 'g', originalId: '14', type: 'Upload' })
  const files = { pages: [aPage([aField({ id: 'a' }), upload, other])] }
  const choose = (fieldId: string, name: string) =>
    fileChosen({
      formId: '1',
      fieldId,
      value: { name, sizeBytes: 3, type: 'image/png' },
      file: new Blob(['xyz']),
    })
  const arrived = { status: 200, text: '{"success":true}' }

  function withFiles(sendFile: SendFile, postForm: PostForm = () => Promise.resolve(SENT)) {
    const sendNotification = jest.fn<SubmitIo['sendNotification']>().mockResolvedValue(undefined)
    const made = aStore(postForm, { sendFile, sendNotification, files: createChosenFiles(newKey) }, files)
    made.store.dispatch(choose('f', 'one.png'))
    made.store.dispatch(choose('g', 'two.png'))
    return { ...made, sendNotification }
  }

  test('are sent one by one once the post is stored, and then its authors are notified, once', async () => {
    const sendFile = jest.fn<SendFile>().mockResolvedValue(arrived)
    const { store, status, submit, sendNotification } = withFiles(sendFile)
    submit()
    await settled()
    expect(sendFile.mock.calls.map(([{ file: _file, ...sent }]) => sent)).toEqual([
      { versionId: '69', formPostId: '7', elementId: '13', name: 'one.png', key: 'key-1-7' },
      { versionId: '69', formPostId: '7', elementId: '14', name: 'two.png', key: 'key-2-7' },
    ])
    expect(sendNotification.mock.calls).toEqual([['69', '7']])
    expect(status()).toMatchObject({ success: true, files: { total: 2, processed: 2, success: true } })
    store.dispose()
  })

  test('are not sent when the post or the custom post fails', async () => {
    const sendFile = jest.fn<SendFile>().mockResolvedValue(arrived)
    const custom = {
      formPostId: 7,
      action: 'Redirect',
      redirect: { method: 'POST', url: 'https://x.example', body: 'x' },
    }
    for (const postForm of [
      jest.fn<PostForm>().mockResolvedValue(answered({}, 500)),
      jest.fn<PostForm>().mockResolvedValueOnce(answered(custom)).mockResolvedValue(answered({}, 500)),
    ]) {
      const { store, status, submit, sendNotification } = withFiles(sendFile, postForm)
      submit()
      await settled()
      expect(status().success).toBe(false)
      expect(sendNotification).not.toHaveBeenCalled()
      store.dispose()
    }
    expect(sendFile).not.toHaveBeenCalled()
  })

  test.each([
    [{ status: 500, text: 'success' }, 'error posting file'],
    [{ status: 200, text: 'no room' }, 'error uploading file: no room'],
    [{ status: 200, text: '{"success": false}' }, 'error uploading file: {"success": false}'],
  ])('an answer of %j is "%s", and nobody is told', async (answer, error) => {
    const sendFile = jest.fn<SendFile>().mockResolvedValueOnce(answer).mockResolvedValue(arrived)
    const { store, status, submit, sendNotification } = withFiles(sendFile)
    submit()
    await settled()
    expect(status()).toMatchObject({ success: false, files: { errors: [error], total: 2, processed: 1 } })
    expect(sendNotification).not.toHaveBeenCalled()
    store.dispose()
  })

  test('that failed are sent again without the post and without those that have arrived', async () => {
    const postForm = jest.fn<PostForm>().mockResolvedValue(SENT)
    const sendFile = jest
      .fn<SendFile>()
      .mockResolvedValueOnce(arrived)
      .mockRejectedValueOnce(formsError('forms/no-answer'))
      .mockResolvedValue(arrived)
    const { store, status, submit } = withFiles(sendFile, postForm)
    submit()
    await settled()
    expect(status().files.errors).toEqual(['Network request failed'])
    submit()
    await settled()
    expect(status()).toMatchObject({ success: true, formPostId: '7', files: { processed: 2 } })
    expect(postForm).toHaveBeenCalledTimes(1)
    expect(sendFile.mock.calls.map(([{ name }]) => name)).toEqual(['one.png', 'two.png', 'two.png'])
    store.dispose()
  })

  test('that are sent again after a failure lead where the form leads to, with what its answer has said', async () => {
    const postForm = jest.fn<PostForm>().mockResolvedValue(SENT)
    const sendFile = jest.fn<SendFile>().mockResolvedValueOnce({ status: 500, text: '' })
    const { store, status, submit } = withFiles(sendFile.mockResolvedValue(arrived), postForm)
    submit()
    await settled()
    expect(status()).toMatchObject({ success: false, redirectOnSuccessUrl: '/thanks' })
    submit()
    await settled()
    expect(status()).toMatchObject({ success: true, redirectOnSuccessUrl: '/thanks' })
    store.dispose()
  })

  test('of a post whose answer names no submission cannot be sent: the form is no success', async () => {
    const sendFile = jest.fn<SendFile>().mockResolvedValue(arrived)
    const redirected = answered({ action: 'Redirect', message: '/thanks', redirect: { method: 'GET' } })
    const { store, status, submit } = withFiles(sendFile, () => Promise.resolve(redirected))
    submit()
    await settled()
    expect(status()).toMatchObject({
      success: false,
      files: { success: false, errors: ['could not send file'], total: 2, processed: 0 },
    })
    expect(sendFile).not.toHaveBeenCalled()
    store.dispose()
  })

  test('that the browser no longer has cannot be sent', async () => {
    const { store, status, submit } = aStore(() => Promise.resolve(SENT), {}, files)
    store.dispatch(choose('f', 'one.png'))
    submit()
    await settled()
    expect(status().files.errors).toEqual(['could not send file'])
    store.dispose()
  })
})

describe('a form', () => {
  test('that its author has changed meanwhile is shown anew, with the answers that still fit', async () => {
    const definition = aForm([aPage([aField({ id: 'a' }), aField({ id: 'new' })])], {
      contentVersionId: '70',
    })
    const loadForm = jest.fn<FormLoaders['loadForm']>().mockResolvedValue(definition)
    const postForm = jest.fn<PostForm>().mockRejectedValue(formsError('forms/changed'))
    const { store, submit } = aStore(postForm, {
      loadLoaders: () => Promise.resolve({ loadForm, openForm: createOpenForm(loadForm) }),
    })
    submit()
    await settled()
    expect(loadForm.mock.calls).toEqual([['classic', '1']])
    expect(selectForm(store.getState(), '1')).toMatchObject({
      definition: { contentVersionId: '70' },
      values: { a: 'x', new: '' },
      recovered: 'changed',
      submitStatus: { isSubmitting: false, success: null },
    })
    store.dispose()
  })
})

describe('the code that sends forms', () => {
  function aForm1(loadSubmit: FormsIo['loadSubmit']) {
    const store = createStore({ epics: withEpics() })
    const epics = [submitFormEpic, preloadSubmitEpic]
    store.inject(
      storePart({ owner: 'mfe-forms', slices: [formSlice], epics, io: { ...noCalls, loadSubmit } }),
    )
    store.dispatch(formLoaded({ formId: '1', definition: aForm([aPage([aField({ id: 'a' })])]) }))
    return store
  }

  test('is loaded once the first field has been left, and not before', () => {
    const loadSubmit = jest.fn<FormsIo['loadSubmit']>().mockReturnValue(new Promise(() => undefined))
    const store = aForm1(loadSubmit)
    store.dispatch(valueChanged({ formId: '1', fieldId: 'a', value: 'x' }))
    expect(loadSubmit).not.toHaveBeenCalled()
    store.dispatch(fieldLeft({ formId: '1', fieldId: 'a' }))
    store.dispatch(fieldLeft({ formId: '1', fieldId: 'a' }))
    expect(loadSubmit).toHaveBeenCalledTimes(1)
    store.dispose()
  })

  test('that does not come is a network failure, with every answer kept', async () => {
    const store = aForm1(() => Promise.reject(formsError('forms/no-answer')))
    store.dispatch(fieldLeft({ formId: '1', fieldId: 'a' }))
    store.dispatch(valueChanged({ formId: '1', fieldId: 'a', value: 'x' }))
    store.dispatch(submitRequested({ formId: '1' }))
    await settled()
    expect(selectForm(store.getState(), '1')).toMatchObject({
      values: { a: 'x' },
      submitStatus: { isSubmitting: false, failure: 'no-answer' },
    })
    store.dispose()
  })
})
