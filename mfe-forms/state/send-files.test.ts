import { jest } from '@jest/globals'
import { createStore, storePart, withEpics } from '@tessera/shared/store'
import { createChosenFiles } from '../io/chosen-files.ts'
import type { SendFile, UploadOptions } from '../io/send-files.ts'
import type { PostForm } from '../io/post-form.ts'
import { formsError } from '../errors.ts'
import { aField, aForm, aPage, noCalls, submitsBy } from '../testing/builders.ts'
import * as actions from './form-actions.ts'
import { formSlice } from './form.slice.ts'
import { selectForm, type FileProgress } from './form-state.ts'
import { storeFileEpic, submitFormEpic } from './submit-form.epic.ts'
import type { FormsIo, SubmitIo } from './submit-form.ts'

/** Waits until everything that follows from settled answers has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const ARRIVED = { status: 200, text: '{"success":true}' }
const formId = '1'

/** A file that is being sent, controlled by the test. */
interface OnItsWay extends UploadOptions {
  readonly answer: (status: number, text?: string) => Promise<unknown>
  readonly fail: (code: Parameters<typeof formsError>[0]) => Promise<unknown>
}

/** A sent form with `amount` files: its running uploads, and its result. */
async function aSending(amount = 5) {
  const uploads = Array.from({ length: amount }, (_none, index) =>
    aField({ id: `f${index}`, originalId: `1${index}`, type: 'Upload', allowedFileTypes: ['png', 'jpg'] }),
  )
  const form = aForm([aPage([aField({ id: 'a' })]), aPage(uploads)].toReversed())
  const going = new Map<string, OnItsWay>()
  const requests: string[] = []
  let held = 0
  const sendFile: SendFile = ({ name }, options) => {
    requests.push(name)
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<SendFile>>>()
    options.signal.addEventListener('abort', () => reject(formsError('forms/no-answer')))
    const over = () => (going.delete(name), settled())
    going.set(name, {
      ...options,
      answer: (status, text = ARRIVED.text) => (resolve({ status, text }), over()),
      fail: (code) => (reject(formsError(code)), over()),
    })
    return promise.finally(() => going.delete(name))
  }
  const postForm = jest.fn<PostForm>().mockResolvedValue({ status: 200, body: { formPostId: 7 } })
  const sendNotification = jest.fn<SubmitIo['sendNotification']>().mockResolvedValue(undefined)
  let keys = 0
  const newIdempotencyKey = () => `key-${(keys += 1)}`
  const store = createStore({ epics: withEpics() })
  const files = createChosenFiles(newIdempotencyKey)
  const blockUnload = () => {
    held += 1
    return () => (held -= 1)
  }
  const io: FormsIo = {
    ...noCalls,
    ...submitsBy({ sendFile, sendNotification, postForm, blockUnload }),
    files,
    newIdempotencyKey,
  }
  store.inject(
    storePart({ owner: 'mfe-forms', slices: [formSlice], epics: [submitFormEpic, storeFileEpic], io }),
  )
  const choose = (fieldId: string, name: string | null) => {
    const value = name === null ? null : { name, sizeBytes: 3, type: 'image/png' }
    const file = name === null ? null : new Blob([name])
    return store.dispatch(actions.fileChosen({ formId, fieldId, value, file }))
  }
  store.dispatch(actions.formLoaded({ formId, definition: form }))
  uploads.forEach(({ id }) => choose(id, `${id}.png`))
  const of = (fieldId: string) => ({ formId, fieldId })
  const submit = () => (store.dispatch(actions.submitRequested({ formId })), settled())
  store.dispatch(actions.nextRequested({ formId }))
  await submit()
  const status = () => selectForm(store.getState(), formId)!.submitStatus
  return {
    ...{ store, choose, submit, status, requests, postForm, sendNotification },
    held: () => held,
    going: () => [...going.keys()],
    file: (name: string) => going.get(name)!,
    step: (fieldId: string): FileProgress | undefined => status().files.byField[fieldId],
    cancel: (fieldId: string) => (store.dispatch(actions.fileCancelled(of(fieldId))), settled()),
    sendAgain: (fieldId: string) => (store.dispatch(actions.fileSendRequested(of(fieldId))), settled()),
  }
}

describe('files on their way (specification 7, Form calls 4; decision 0050)', () => {
  test('go two at a time, one request each, and each says how far it is', async () => {
    const sending = await aSending()
    expect(sending.going()).toEqual(['f0.png', 'f1.png'])
    expect(sending.step('f2')).toEqual({ step: 'waiting' })
    sending.file('f0.png').onProgress(40)
    expect(sending.step('f0')).toEqual({ step: 'sending', percent: 40 })
    await sending.file('f1.png').answer(200)
    expect(sending.going()).toEqual(['f0.png', 'f2.png'])
    let most = 0
    while (sending.going().length > 0) {
      most = Math.max(most, sending.going().length)
      await sending.file(sending.going().at(-1)!).answer(200)
    }
    expect(most).toBe(2)
    expect(sending.requests).toEqual(['f0.png', 'f1.png', 'f2.png', 'f3.png', 'f4.png'])
    expect(sending.status()).toMatchObject({ success: true, files: { processed: 5, total: 5 } })
    expect(sending.sendNotification.mock.calls).toEqual([['69', '7']])
    sending.store.dispose()
  })

  test('one is cancelled alone: its request ends, the others go on, and it can be sent again', async () => {
    const sending = await aSending(3)
    const { signal } = sending.file('f0.png')
    await sending.cancel('f0')
    expect(signal.aborted).toBe(true)
    expect(sending.step('f0')).toEqual({ step: 'cancelled' })
    expect(sending.going()).toEqual(['f1.png', 'f2.png'])
    await sending.file('f1.png').answer(200)
    await sending.sendAgain('f0')
    expect(sending.going()).toEqual(['f2.png', 'f0.png'])
    await sending.file('f2.png').answer(200)
    await sending.file('f0.png').answer(200)
    expect(sending.requests).toEqual(['f0.png', 'f1.png', 'f2.png', 'f0.png'])
    expect(sending.status()).toMatchObject({ success: true, files: { processed: 3 } })
    sending.store.dispose()
  })

  test('one that waits is cancelled before it is sent', async () => {
    const sending = await aSending(3)
    await sending.cancel('f2')
    await sending.file('f0.png').answer(200)
    await sending.file('f1.png').answer(200)
    expect(sending.requests).toEqual(['f0.png', 'f1.png'])
    expect(sending.step('f2')).toEqual({ step: 'cancelled' })
    expect(sending.status()).toMatchObject({
      success: false,
      formPostId: '7',
      files: { processed: 2, total: 3, errors: [] },
    })
    expect(sending.sendNotification).not.toHaveBeenCalled()
    sending.store.dispose()
  })

  test('one that failed is sent again alone: not the post, not those that have arrived, not others that failed', async () => {
    const sending = await aSending(3)
    await sending.file('f0.png').fail('forms/no-answer')
    await sending.file('f1.png').fail('forms/timed-out')
    await sending.file('f2.png').answer(200)
    expect(sending.status()).toMatchObject({
      success: false,
      files: { processed: 1, errors: ['Network request failed', 'Network request timed out'] },
    })
    await sending.sendAgain('f1')
    expect(sending.going()).toEqual(['f1.png'])
    await sending.file('f1.png').answer(200)
    expect(sending.status()).toMatchObject({ success: false, isSubmitting: false, files: { processed: 2 } })
    await sending.sendAgain('f0')
    await sending.file('f0.png').answer(200)
    expect(sending.status()).toMatchObject({ success: true, formPostId: '7', files: { processed: 3 } })
    expect(sending.requests).toEqual(['f0.png', 'f1.png', 'f2.png', 'f1.png', 'f0.png'])
    expect(sending.postForm).toHaveBeenCalledTimes(1)
    expect(sending.sendNotification).toHaveBeenCalledTimes(1)
    sending.store.dispose()
  })

  test('a refusal is in the words of the host, and says whether trying again helps', async () => {
    const sending = await aSending(3)
    const said = JSON.stringify({ success: false, errors: ['The file is too large.'] })
    await sending.file('f0.png').answer(413, said)
    await sending.file('f1.png').answer(503, said)
    await sending.file('f2.png').answer(502, '<h1>Bad gateway</h1>')
    expect(sending.step('f0')).toEqual({
      step: 'failed',
      error: 'error posting file',
      refusal: 'The file is too large.',
      isFinal: true,
    })
    expect(sending.step('f1')).toEqual({
      step: 'failed',
      error: 'error posting file',
      refusal: 'The file is too large.',
    })
    expect(sending.step('f2')).toEqual({ step: 'failed', error: 'error posting file' })
    sending.store.dispose()
  })

  test('one that the browser cannot read any more is chosen again, not sent again', async () => {
    const sending = await aSending(1)
    await sending.file('f0.png').fail('forms/could-not-send')
    expect(sending.step('f0')).toEqual({ step: 'failed', error: 'could not send file', isFinal: true })
    sending.store.dispose()
  })

  test('another file in the place of one that was refused goes to the same post', async () => {
    const sending = await aSending(2)
    await sending.file('f0.png').answer(200)
    await sending.file('f1.png').answer(422, '{}')
    sending.choose('f1', 'other.gif')
    await sending.sendAgain('f1')
    expect(sending.going()).toEqual([])
    sending.choose('f1', 'other.jpg')
    expect(sending.step('f1')).toEqual({ step: 'chosen' })
    await sending.sendAgain('f1')
    await sending.file('other.jpg').answer(200)
    expect(sending.requests).toEqual(['f0.png', 'f1.png', 'other.jpg'])
    expect(sending.postForm).toHaveBeenCalledTimes(1)
    expect(sending.status().success).toBe(true)
    sending.store.dispose()
  })

  test('one that is left out does not hold up the form: it is complete, and its authors are notified', async () => {
    const sending = await aSending(2)
    await sending.file('f0.png').answer(200)
    await sending.file('f1.png').answer(422, '{}')
    sending.choose('f1', null)
    await sending.submit()
    expect(sending.status()).toMatchObject({ success: true, formPostId: '7' })
    expect(sending.requests).toEqual(['f0.png', 'f1.png'])
    expect(sending.postForm).toHaveBeenCalledTimes(1)
    expect(sending.sendNotification.mock.calls).toEqual([['69', '7']])
    sending.store.dispose()
  })

  test('the only file of a post that is left out does not hold up the form either', async () => {
    const sending = await aSending(1)
    await sending.file('f0.png').answer(422, '{}')
    sending.choose('f0', null)
    await sending.submit()
    expect(sending.status()).toMatchObject({ success: true, formPostId: '7' })
    expect(sending.sendNotification.mock.calls).toEqual([['69', '7']])
    sending.store.dispose()
  })

  test('other answers are another submission, with all of its files', async () => {
    const sending = await aSending(2)
    await sending.file('f0.png').answer(200)
    await sending.file('f1.png').fail('forms/no-answer')
    sending.store.dispatch(actions.valueChanged({ formId, fieldId: 'a', value: 'changed' }))
    await sending.submit()
    expect(sending.postForm).toHaveBeenCalledTimes(2)
    expect(sending.going()).toEqual(['f0.png', 'f1.png'])
    sending.store.dispose()
  })

  test('the page is held while files are on their way, and no longer', async () => {
    const sending = await aSending(1)
    expect(sending.held()).toBe(1)
    await sending.file('f0.png').fail('forms/no-answer')
    expect(sending.held()).toBe(0)
    sending.store.dispose()
  })
})
