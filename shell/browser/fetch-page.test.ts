import { jest } from '@jest/globals'
import { createPageCache, fetchPage, fetchState } from './fetch-page.client.ts'

const answer = (
  body: string,
  { status = 200, type = 'application/json; charset=utf-8', redirected = false, requestId = '' } = {},
) => {
  const headers = { 'content-type': type, ...(requestId ? { 'x-request-id': requestId } : {}) }
  return Object.defineProperty(new Response(body, { status, headers }), 'redirected', { value: redirected })
}

const asking = async (key: string, response: Response) => {
  const fetching = jest.spyOn(globalThis, 'fetch').mockResolvedValue(response)
  const page = await fetchPage(key, new AbortController().signal)
  const [address, options] = fetching.mock.lastCall ?? []
  return { page, address, headers: options?.headers }
}

afterEach(() => {
  jest.restoreAllMocks()
})

const PAGE = { routing: { currentPath: '/nope' }, page: { head: {}, slots: [], releases: {} } }

describe('fetchPage (specification 2: redux=true)', () => {
  it('asks for the state at the address of the page', async () => {
    expect((await asking('/news', answer('{"page":{}}'))).address).toBe('/news?redux=true')
    expect((await asking('/news?pageIndex=2', answer('{}'))).address).toBe('/news?pageIndex=2&redux=true')
  })

  it('says whether it is the state of the document on the screen, which is no further page', async () => {
    const accept = 'application/json'
    expect((await asking('/news', answer('{}'))).headers).toEqual({ accept })
    const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer('{}')))
    await fetchState('/news')
    await createPageCache(fetchPage).take('/news', new AbortController().signal, true)
    for (const [, options] of fetching.mock.calls.slice(-2))
      expect(options?.headers).toEqual({ accept, 'x-own-state': '1' })
  })

  it.each([404, 500, 503])('takes the state of a page with status %i', async (status) => {
    const { page } = await asking('/nope', answer(JSON.stringify(PAGE), { status, requestId: 'r-1' }))
    expect(page).toEqual({ status, page: PAGE, redirect: null, requestId: 'r-1' })
  })

  it.each([
    [401, '/account/login?redirect_uri=%2Fmembers'],
    [403, '/account/access-denied?original_uri=%2Fmembers'],
  ])('says after %i where access sends the visitor', async (status, redirect) => {
    const { page } = await asking('/members', answer(JSON.stringify({ redirect }), { status }))
    expect(page).toEqual({ status, page: null, redirect, requestId: null })
  })

  it('has no page for redirects and other documents', async () => {
    expect((await asking('/members', answer('{}', { redirected: true }))).page.page).toBeNull()
    const html = answer('<!doctype html>', { type: 'text/html', status: 503 })
    expect((await asking('/news', html)).page).toMatchObject({ status: 503, page: null })
  })

  it.each([
    null,
    7,
    [],
    { message: 'Too many requests' },
    { ...PAGE, routing: undefined },
    { ...PAGE, page: 1 },
    { ...PAGE, page: { ...PAGE.page, slots: {} } },
    { ...PAGE, page: { ...PAGE.page, head: null } },
    { ...PAGE, page: { ...PAGE.page, releases: undefined } },
  ])('takes no other JSON for the state of a page: %j', async (body) => {
    const { page } = await asking('/news', answer(JSON.stringify(body)))
    expect(page).toEqual({ status: 200, page: null, redirect: null, requestId: null })
  })

  it('rejects when the answer is no JSON after all', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer('{"cut'))
    await expect(fetchPage('/news', new AbortController().signal)).rejects.toThrow('JSON')
  })
})

describe('fetchState (specification 2: a document without state)', () => {
  const stateFrom = (response: Promise<Response>) => {
    jest.spyOn(globalThis, 'fetch').mockReturnValue(response)
    return fetchState('/news')
  }

  it('is the state of the page, a missing one too, and null for a page that failed', async () => {
    const page = (status: number) => Promise.resolve(answer(JSON.stringify(PAGE), { status }))
    expect(await stateFrom(page(200))).toEqual(PAGE)
    expect(await stateFrom(page(404))).toEqual(PAGE)
    expect(await stateFrom(page(503))).toBeNull()
  })

  it('is null, and starts nothing, when the answer is a refusal in JSON, or there is none', async () => {
    const refusal = answer('{"message":"Too many requests"}', { status: 429 })
    expect(await stateFrom(Promise.resolve(refusal))).toBeNull()
    expect(await stateFrom(Promise.reject(new TypeError('Failed to fetch')))).toBeNull()
  })
})
