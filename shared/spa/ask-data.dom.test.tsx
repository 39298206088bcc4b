import { jest } from '@jest/globals'
import { askData } from './index.ts'

const asked = jest.fn<typeof fetch>()
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  asked.mockResolvedValue({
    ok: status < 300,
    status,
    headers: new Map(Object.entries(headers)) as unknown as Headers,
    json: async () => JSON.parse(body) as unknown,
  } as Response)
const suggest = { remote: 'mfe-search', name: 'suggest' } as const
const open = () => new AbortController().signal

beforeEach(() => {
  asked.mockReset()
  globalThis.fetch = asked
  document.documentElement.lang = 'cy'
})

describe('asking for a named answer of a remote (docs/decisions/0038)', () => {
  it('asks in the language of the document, with the parameters that have a value, in one order', async () => {
    answering(200, '["bins"]')
    const params = { term: 'bin day & more', size: '5', facet: undefined }
    expect(await askData({ ...suggest, params }, open())).toEqual(['bins'])
    expect(asked.mock.calls[0]?.[0]).toBe(
      '/api/data/mfe-search/suggest?language=cy&size=5&term=bin+day+%26+more',
    )
    expect(asked.mock.calls[0]?.[1]).toMatchObject({
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      redirect: 'error',
    })
  })

  it('asks another site where its origin is given, and in another language', async () => {
    answering(200, '1')
    await askData({ ...suggest, language: 'en-GB', origin: 'https://www.larkmoor.example' }, open())
    expect(asked.mock.calls[0]?.[0]).toBe(
      'https://www.larkmoor.example/api/data/mfe-search/suggest?language=en-GB',
    )
  })

  it.each([
    [400, {}, 'spa/data-refused', { status: 400 }],
    [404, {}, 'spa/data-refused', { status: 404 }],
    [429, { 'retry-after': '30' }, 'spa/data-unavailable', { status: 429, retryAfterSeconds: 30 }],
    [503, { 'retry-after': 'Sun, 22 Nov' }, 'spa/data-unavailable', { status: 503 }],
    [504, {}, 'spa/data-unavailable', { status: 504 }],
  ])('says what became of it: %i', async (status, headers, code, details) => {
    answering(status, '{"message":"no"}', headers)
    await expect(askData(suggest, open())).rejects.toMatchObject({ code, status, details })
  })

  it('rejects when there is no answer, or one that is not JSON', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(askData(suggest, open())).rejects.toMatchObject({ code: 'spa/data-unavailable' })
    answering(200, '<!doctype html>')
    await expect(askData(suggest, open())).rejects.toMatchObject({ code: 'spa/data-unavailable' })
  })

  it('rejects with the reason of its aborted signal, which is not counted as a failure', async () => {
    asked.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('the network says otherwise')))
        }),
    )
    const controller = new AbortController()
    const answer = askData(suggest, controller.signal)
    const reason = new Error('a newer question')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
  })
})
