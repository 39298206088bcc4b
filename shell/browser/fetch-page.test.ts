import { jest } from '@jest/globals'
import { fetchPage } from './fetch-page.client.ts'

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
  return { page, address: fetching.mock.lastCall?.[0] }
}

afterEach(() => {
  jest.restoreAllMocks()
})

describe('fetchPage (specification 2: redux=true)', () => {
  it('asks for the state at the address of the page', async () => {
    expect((await asking('/news', answer('{"page":{}}'))).address).toBe('/news?redux=true')
    expect((await asking('/news?pageIndex=2', answer('{}'))).address).toBe('/news?pageIndex=2&redux=true')
  })

  it.each([404, 500, 503])('takes the state of a page with status %i', async (status) => {
    const { page } = await asking('/nope', answer('{"page":1}', { status, requestId: 'r-1' }))
    expect(page).toEqual({ status, page: { page: 1 }, redirect: null, requestId: 'r-1' })
  })

  it.each([
    [401, '/account/login?redirect_uri=%2Fmembers'],
    [403, '/account/access-denied?original_uri=%2Fmembers'],
  ])('says after %i where access sends the visitor', async (status, redirect) => {
    const { page } = await asking('/members', answer(JSON.stringify({ redirect }), { status }))
    expect(page).toEqual({ status, page: null, redirect, requestId: null })
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', 7, null])(
    'never follows %j, which is no path of this site',
    async (redirect) => {
      const { page } = await asking('/members', answer(JSON.stringify({ redirect }), { status: 401 }))
      expect(page).toMatchObject({ page: null, redirect: null })
    },
  )

  it('has no page for redirects and other documents', async () => {
    expect((await asking('/members', answer('{}', { redirected: true }))).page.page).toBeNull()
    const html = answer('<!doctype html>', { type: 'text/html', status: 503 })
    expect((await asking('/news', html)).page).toMatchObject({ status: 503, page: null })
  })

  it('rejects when the answer is no JSON after all', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer('{"cut'))
    await expect(fetchPage('/news', new AbortController().signal)).rejects.toThrow('JSON')
  })
})
