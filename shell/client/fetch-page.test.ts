import { jest } from '@jest/globals'
import { fetchPage } from './fetch-page.client.ts'

const answer = (
  body: string,
  { status = 200, type = 'application/json; charset=utf-8', redirected = false } = {},
) =>
  Object.defineProperty(new Response(body, { status, headers: { 'content-type': type } }), 'redirected', {
    value: redirected,
  })

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

  it('takes the state of a page that is not found', async () => {
    expect((await asking('/nope', answer('{"page":1}', { status: 404 }))).page).toEqual({ page: 1 })
  })

  it('leaves redirects, failures and other documents to a full load', async () => {
    expect((await asking('/members', answer('{}', { redirected: true }))).page).toBeNull()
    expect((await asking('/news', answer('{}', { status: 503 }))).page).toBeNull()
    expect((await asking('/news', answer('<!doctype html>', { type: 'text/html' }))).page).toBeNull()
  })

  it('rejects when the answer is no JSON after all', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer('{"cut'))
    await expect(fetchPage('/news', new AbortController().signal)).rejects.toThrow('JSON')
  })
})
