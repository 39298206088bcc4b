import { readState, serialiseState } from './index.ts'

describe('serialiseState (reference security 1.5)', () => {
  const hostile = '</script><!-- <b> & $& $\' \u2028 \u2029 "quotes" \\ é'

  it('survives there and back with content that would break a page', () => {
    const state = { routing: { title: hostile }, page: { slots: [hostile] } }
    expect(readState(serialiseState(state, ['routing', 'page']))).toEqual(state)
  })

  it('contains nothing that could end the script element or a line', () => {
    expect(serialiseState({ routing: hostile }, ['routing'])).not.toMatch(/[<>&\u2028\u2029]/)
  })

  it('takes only the allowed keys, and none that the state inherits', () => {
    const text = serialiseState({ routing: 1, user: { token: 'secret' } }, ['routing', 'toString', 'search'])
    expect(JSON.parse(text)).toEqual({ routing: 1 })
  })

  it.each([[''], ['null'], ['[]'], ['{'], ['3'], [null], [undefined]])('refuses %p as state', (text) => {
    expect(() => readState(text)).toThrow(expect.objectContaining({ code: 'store/state-unreadable' }))
  })
})
