import { DEFAULT_LIMITS } from '../config/index.ts'
import { createAnswerReader } from './answer.ts'

const call = (isPublic = true) => ({ method: 'GET', url: 'http://platform/nodes/bins', isPublic })
const wire = (text: string, keys: readonly string[] = ['k1']) => ({
  status: 200,
  text,
  bytes: text.length,
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

  it('never takes a refusal for content', () => {
    const read = createAnswerReader(DEFAULT_LIMITS)
    read(call(), wire('{"id":"1"}'))
    expect(read(call(), { ...wire('{"id":"1"}'), status: 404 }).status).toBe(404)
  })
})
