import { DEFAULT_LIMITS } from '../config/index.ts'
import { createAnswerReader, dataOf, readEntryOrNull, readNode, readNodes } from './answer.ts'

const call = (isPublic = true) => ({ method: 'GET', url: 'http://platform/nodes/bins', isPublic })
const wire = (text: string, keys: readonly string[] = ['k1']) => ({
  status: 200,
  body: Buffer.from(text),
  keys,
  retryAfter: null,
})

describe('reading answers', () => {
  it('gives the same object for a text that came before, with the keys of the newest answer', () => {
    const read = createAnswerReader(DEFAULT_LIMITS)
    const first = read(call(), wire('{"id":"1"}'))
    const second = read(call(), wire('{"id":"1"}', ['k2']))
    expect(second.data).toBe(first.data)
    expect(second.keys).toEqual(['k2'])
    // The list of keys is the same object too.
    expect(read(call(), wire('{"id":"1"}', ['k2'])).keys).toBe(second.keys)
  })

  it('reads a text that has changed', () => {
    const read = createAnswerReader(DEFAULT_LIMITS)
    read(call(), wire('{"id":"1"}'))
    expect(read(call(), wire('{"id":"2"}')).data).toEqual({ id: '2' })
  })

  it('shares nothing between what is not for everybody', () => {
    const read = createAnswerReader(DEFAULT_LIMITS)
    const member = call(false)
    expect(read(member, wire('{"id":"1"}')).data).not.toBe(read(member, wire('{"id":"1"}')).data)
  })

  it('reads a text after a byte order mark', () => {
    expect(createAnswerReader(DEFAULT_LIMITS)(call(), wire('\ufeff{"id":"1"}')).data).toEqual({ id: '1' })
  })

  it('never takes a refusal for content', () => {
    const read = createAnswerReader(DEFAULT_LIMITS)
    read(call(), wire('{"id":"1"}'))
    expect(read(call(), { ...wire('{"id":"1"}'), status: 404 }).status).toBe(404)
  })
})

describe('an entry with no id (specification 4, Access and routing)', () => {
  it.each([{ sys: {} }, { sys: { id: null } }, { sys: { id: '' }, title: 'x' }])(
    'is not there: %j',
    (entry) => {
      expect(readEntryOrNull(entry)).toBeNull()
      expect(readNode({ id: 'n1', path: '/bins', entry }).entry).toBeUndefined()
    },
  )

  it.each([null, 'text', 42, [[]], {}, { sys: null }, { sys: 'text' }, { sys: { id: 42 } }])(
    'is a bad answer where it is none at all: %j',
    (entry) => {
      expect(() => readEntryOrNull(entry)).toThrow(expect.objectContaining({ code: 'content/bad-answer' }))
    },
  )

  it.each([
    { language: 5 },
    { contentTypeId: {} },
    { uri: 7 },
    { availableLanguages: 'cy' },
    { availableLanguages: [1] },
  ])('is a bad answer where a system field that pages read has the wrong type: %j', (sys) => {
    const entry = { sys: { id: 'e1', ...sys } }
    const bad = expect.objectContaining({ code: 'content/bad-answer' })
    expect(() => readEntryOrNull(entry)).toThrow(bad)
    expect(() => readNode({ id: 'n1', path: '/bins', entry })).toThrow(bad)
  })

  it('may lack system fields, or have null in their place', () => {
    for (const missing of [null, undefined]) {
      const sys = {
        id: 'e1',
        language: missing,
        contentTypeId: missing,
        uri: missing,
        availableLanguages: missing,
      }
      expect(readEntryOrNull({ sys })).toEqual({ sys })
    }
  })

  it('is not there below a node either, and costs nothing where there is none', () => {
    const good = { id: 'n2', path: '/parks', entry: { sys: { id: 'e2' } } }
    const tree = { id: 'n1', path: '/', children: [good, { id: 'n3', path: '/x', entry: { sys: {} } }] }
    const read = readNode(tree)
    expect(read.children?.map(({ entry }) => entry?.sys.id)).toEqual(['e2', undefined])
    expect(read.children?.[0]).toBe(good)
    const whole = [good]
    expect(readNodes(whole)).toBe(whole)
  })
})

describe('a status that is not 200 (specification 7, Content delivery client)', () => {
  const answer = { data: { message: 'Gone for good', logId: 'abc' }, isReadable: true, keys: [], bytes: 2 }
  const refusal = (status: number) => {
    try {
      return dataOf({ ...answer, status, url: 'http://platform/nodes/bins' })
    } catch (thrown) {
      return thrown as { readonly status: number; readonly details: Readonly<Record<string, unknown>> }
    }
  }

  it.each([
    [400, 'content/failed', 'Bad Request'],
    [401, 'content/unauthorised', 'Unauthorized'],
    [403, 'content/forbidden', 'Forbidden'],
    [410, 'content/failed', 'Gone'],
    [429, 'content/failed', 'Too Many Requests'],
    [503, 'content/failed', 'Service Unavailable'],
  ])('%i is rejected with status, statusText, url and data', (status, code, statusText) => {
    const error = refusal(status)
    expect(error).toMatchObject({
      code,
      status,
      details: { status, statusText, url: 'http://platform/nodes/bins' },
    })
    expect((error as ReturnType<typeof Object>)['details']['data']).toEqual(answer.data)
  })

  it('says in no log what the data was', () => {
    expect(JSON.stringify((refusal(503) as { readonly details: object }).details)).not.toContain('logId')
  })
})
