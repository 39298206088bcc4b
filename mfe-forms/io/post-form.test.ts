import { jest } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newIdempotencyKey } from './idempotency-key.ts'
import { SITE_ENDPOINT } from './forms-endpoint.ts'
import { createPostForm } from './post-form.ts'

const postForm = createPostForm(SITE_ENDPOINT)

const aPost = (path: string) => ({
  path,
  contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
  headers: {},
  body: '',
})

let server: Server
let url: string
let received: {
  type: string | undefined
  body: string
  madeFor?: unknown
  key?: unknown
  form?: unknown
  trap?: unknown
}
let answer: { status: number; body: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const {
        'x-made-for': madeFor,
        'idempotency-key': key,
        'x-form': form,
        'x-form-trap': trap,
      } = request.headers
      const body = Buffer.concat(chunks).toString()
      received = {
        type: request.headers['content-type'],
        body,
        ...(madeFor && { madeFor }),
        ...(key && { key }),
        ...(form && { form }),
        ...(trap && { trap }),
      }
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('form post (specification 7, Form calls 3)', () => {
  test('gives the new hidden fields of a refusal for a page that is too old, and of no other answer', async () => {
    const renewHidden = jest.fn()
    const hidden = { 'x-form-stamp': 'fresh' }
    for (const body of [
      { code: 'gateway/too-fast', hidden },
      { code: 'gateway/outdated' },
      { code: 'gateway/outdated', hidden: { 'x-form-stamp': 1 } },
      { code: 'gateway/outdated', hidden },
    ]) {
      answer = { status: 422, body: JSON.stringify(body) }
      expect(await postForm(aPost(url), { renewHidden })).toEqual({ status: 422, body })
    }
    expect(renewHidden.mock.calls).toEqual([[hidden]])
  })

  test('sends url-encoded fields, repeated names included, and reads the answer', async () => {
    answer = { status: 200, body: '{"formPostId": 7}' }
    const result = await postForm({ ...aPost(url), body: 'a=%C3%A9+%26+%2B&a=2' })
    expect(received).toEqual({
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'a=%C3%A9+%26+%2B&a=2',
    })
    expect(result).toEqual({ status: 200, body: { formPostId: 7 } })
  })

  test('says when it comes from a page that was made for one person', async () => {
    answer = { status: 401, body: '{}' }
    expect(await postForm({ ...aPost(url), body: 'a=1' }, { madeFor: 'member' })).toEqual({
      status: 401,
      body: {},
    })
    expect(received).toMatchObject({ body: 'a=1', madeFor: 'member' })
  })

  test('names its submission, so that it is stored once', async () => {
    answer = { status: 200, body: '{}' }
    const idempotencyKey = newIdempotencyKey()
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(newIdempotencyKey()).not.toBe(idempotencyKey)
    await postForm({ ...aPost(url), body: 'a=1' }, { idempotencyKey })
    expect(received).toMatchObject({ key: idempotencyKey })
  })

  test('says when the field that people do not see holds something, and nothing of it otherwise', async () => {
    answer = { status: 200, body: '{}' }
    await postForm({ ...aPost(url), body: 'a=1' }, { isBot: true })
    expect(received).toMatchObject({ trap: '1' })
    await postForm({ ...aPost(url), body: 'a=1' }, { isBot: false })
    expect(received).not.toHaveProperty('trap')
  })

  test('an answer that is not JSON has no body', async () => {
    answer = { status: 200, body: '<html>' }
    await expect(postForm(aPost(url))).resolves.toEqual({ status: 200, body: null })
  })

  test.each([
    [502, '{}', 'forms/no-answer'],
    [502, '<html>', 'forms/no-answer'],
    [502, '{"code":"gateway/bad-answer","errors":["words for the log"]}', 'forms/no-answer'],
    [503, '{"code":"gateway/unavailable","errors":["words for the log"]}', 'forms/no-answer'],
    [504, '{}', 'forms/timed-out'],
  ])('the host’s %i with %s is the content system’s silence: %s', async (status, body, code) => {
    answer = { status, body }
    await expect(postForm(aPost(url))).rejects.toMatchObject({ code })
  })

  test.each([502, 503])(
    'what the content system says of its own failure (%i) is for the visitor',
    async (status) => {
      answer = { status, body: '{"success":false,"errors":["The form is being moved"]}' }
      expect(await postForm(aPost(url))).toEqual({
        status,
        body: { success: false, errors: ['The form is being moved'] },
      })
    },
  )

  test('a form that its author has changed is distinguished from every other conflict', async () => {
    answer = { status: 409, body: '{"success":false,"code":"gateway/changed","errors":[]}' }
    await expect(postForm(aPost(url))).rejects.toMatchObject({ code: 'forms/changed' })
    const body = { success: false, errors: ['This form is closed'] }
    answer = { status: 409, body: JSON.stringify(body) }
    expect(await postForm(aPost(url))).toEqual({ status: 409, body })
  })

  test('says which form it is, for the server’s own look at the answers', async () => {
    answer = { status: 200, body: '{}' }
    await postForm(aPost(url), { form: 'classic/7' })
    expect(received).toMatchObject({ form: 'classic/7' })
  })

  test('says that there was no answer, in the words of specification 8', async () => {
    await expect(postForm(aPost('http://127.0.0.1:1/'))).rejects.toMatchObject({
      code: 'forms/no-answer',
      message: 'Network request failed',
    })
  })

  test('says that the answer was too late, in the words of specification 8', async () => {
    const clock = jest
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
    await expect(postForm(aPost(url))).rejects.toMatchObject({
      code: 'forms/timed-out',
      message: 'Network request timed out',
    })
    expect(clock).toHaveBeenCalledWith(60_000)
    clock.mockRestore()
  })
})
