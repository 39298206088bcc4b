import { jest } from '@jest/globals'
import { createChosenFiles } from './chosen-files.ts'
import { SITE_ENDPOINT } from './forms-endpoint.ts'
import { createSendFile, createSendNotification, blockUnload } from './send-files.ts'

const [sendFile, sendNotification] = [createSendFile(SITE_ENDPOINT), createSendNotification(SITE_ENDPOINT)]

const upload = {
  versionId: '9',
  formPostId: '421',
  elementId: '13',
  file: new Blob(['abcd'], { type: 'application/pdf' }),
  name: 'swim badge.pdf',
  key: 'key-1',
}

/** A fake request whose progress the test controls. */
class FakeRequest {
  static last: FakeRequest
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  opened: readonly string[] = []
  body: FormData | null = null
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open(...opened: readonly string[]) {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.onabort?.()
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.onload?.()
  }
}

/** jsdom cannot read files. */
const read = jest.fn<Blob['arrayBuffer']>().mockResolvedValue(new ArrayBuffer(1))
Blob.prototype.arrayBuffer = read

const begin = (signal = new AbortController().signal) => {
  const told: number[] = []
  const answered = sendFile(upload, { signal, onProgress: (percent) => told.push(percent) })
  return { told, answered, request: FakeRequest.last }
}

describe('files of a form (specification 7, Form calls 4 and 5)', () => {
  const real = globalThis.XMLHttpRequest
  beforeEach(() => void (globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest))
  afterEach(() => {
    globalThis.XMLHttpRequest = real
    jest.restoreAllMocks()
    jest.useRealTimers()
  })

  test('go one by one, as multipart with the names of the form module and a key of their own', async () => {
    const { answered, request } = begin()
    request.answer(200, 'success')
    expect(await answered).toEqual({ status: 200, text: 'success' })
    expect(request.opened).toEqual(['POST', '/REST/UI/FormsModule/UploadFile'])
    expect(request.headers).toMatchObject({ 'idempotency-key': 'key-1' })
    const entries = [...(request.body ?? [])]
    expect(entries.slice(0, 3)).toEqual([
      ['formElementID', '13'],
      ['formPostID', '421'],
      ['formVersionID', '9'],
    ])
    const [name, file] = entries[3]!
    expect(name).toMatch(/^jUploadFile\d+$/)
    expect(file).toMatchObject({ name: 'swim badge.pdf', type: 'application/pdf', size: 4 })
  })

  test('say how much of them has been sent, each percentage once', async () => {
    const { told, answered, request } = begin()
    for (const loaded of [0, 10, 12, 1_000, 999, 2_000, 2_000])
      request.upload.onprogress?.({ loaded, total: 2_000 })
    request.answer(200, 'success')
    await answered
    expect(told).toEqual([0, 50, 100])
  })

  test('are aborted by the signal of their caller', async () => {
    const cancel = new AbortController()
    const { answered } = begin(cancel.signal)
    cancel.abort()
    await expect(answered).rejects.toMatchObject({ code: 'forms/no-answer' })
  })

  test('are given up when nothing goes for a minute, and not while something goes', async () => {
    jest.useFakeTimers()
    const { answered, request } = begin()
    const told = jest.fn()
    answered.catch(told)
    for (const loaded of [10, 20, 30]) {
      await jest.advanceTimersByTimeAsync(50_000)
      request.upload.onprogress?.({ loaded, total: 100 })
    }
    expect(told).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(60_000)
    await expect(answered).rejects.toMatchObject({ code: 'forms/timed-out' })
  })

  test('may be looked into for longer, once all of them is sent', async () => {
    jest.useFakeTimers()
    const { answered, request } = begin()
    request.upload.onprogress?.({ loaded: 100, total: 100 })
    await jest.advanceTimersByTimeAsync(120_000)
    request.answer(200, 'success')
    expect(await answered).toMatchObject({ status: 200 })
  })

  test('a missing answer is reported; a notification that fails is ignored', async () => {
    const { answered, request } = begin()
    request.onerror?.()
    await expect(answered).rejects.toMatchObject({ code: 'forms/no-answer' })
    const fetched = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'))
    globalThis.fetch = fetched
    await expect(sendNotification('9', '421')).resolves.toBeUndefined()
    expect(fetched.mock.calls[0]?.[0]).toBe('/REST/UI/FormsModule/sendnotification/9/421')
  })

  test('that the browser cannot read any more are no network failure: changed, removed, or a folder', async () => {
    const { answered, request } = begin()
    read.mockRejectedValueOnce(new DOMException('The file was changed', 'NotReadableError'))
    request.onerror?.()
    await expect(answered).rejects.toMatchObject({ code: 'forms/could-not-send' })
  })

  test('are held by form and field until they are taken back, each under a key of its own', () => {
    let made = 0
    const files = createChosenFiles(() => `key-${(made += 1)}`)
    files.set('1', 'f', upload.file)
    expect(files.get('1', 'f')).toEqual({ file: upload.file, key: 'key-1' })
    expect(files.get('2', 'f')).toBeNull()
    files.set('1', 'f', upload.file)
    expect(files.get('1', 'f')?.key).toBe('key-2')
    files.set('1', 'f', null)
    expect(files.get('1', 'f')).toBeNull()
  })

  test('the browser asks before the page is left while it is held, and not afterwards', () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    const release = blockUnload()
    expect(leave()).toBe(true)
    release()
    expect(leave()).toBe(false)
  })
})
