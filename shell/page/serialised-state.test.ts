import { inlineState, MAX_STATE_SHARE, pageState } from './serialised-state.ts'

const aState = (form: unknown) => ({
  routing: {
    currentPath: '/contact',
    statusCode: 200,
    entry: { big: true },
    surrogateKeys: ['k'],
    apiCalls: [1],
  },
  navigation: { root: {} },
  version: {},
  page: {
    head: { title: 'Contact us', language: 'en-GB', dir: 'ltr', description: 'left out' },
    slots: [
      { id: 'main', remote: 'mfe-content', view: 'content', hydrate: 'never', props: {} },
      { id: 'form-1', remote: 'mfe-forms', view: 'form', hydrate: 'visible', props: {}, parent: 'main' },
    ],
    releases: {
      'mfe-content': { version: '1' },
      'mfe-forms': { version: '2' },
      'mfe-account': { version: '3' },
    },
  },
  form,
  content: { notOfAnIsland: true },
})

describe('the state in a document (design 5, 7)', () => {
  it('is what islands need, where the code of the next page most likely is, and nothing else', () => {
    expect(inlineState(aState({ 1: {} }), ['form'], 10_000)).toEqual({
      routing: { currentPath: '/contact', statusCode: 200 },
      page: {
        head: { title: 'Contact us', language: 'en-GB', dir: 'ltr' },
        slots: aState({}).page.slots,
        releases: { 'mfe-content': { version: '1' }, 'mfe-forms': { version: '2' } },
      },
      form: { 1: {} },
    })
  })

  it('leaves out what would make it more than a quarter of the document, and says so', () => {
    const large = aState({ text: 'x'.repeat(3_000) })
    const length = (bodyLength: number) => JSON.stringify(inlineState(large, ['form'], bodyLength)).length
    const bodyLength = length(1_000_000) / MAX_STATE_SHARE - length(1_000_000)
    expect(inlineState(large, ['form'], bodyLength)).toHaveProperty('form')
    expect(inlineState(large, ['form'], bodyLength - 1)).not.toHaveProperty('form')
    expect(inlineState(large, ['form'], bodyLength - 1)).toMatchObject({ page: { deferredKeys: ['form'] } })
  })

  it('on a navigation is whole, without the notes about calls', () => {
    const state = pageState(aState({ 1: {} }), ['form'])
    expect(state['routing']).toEqual({ currentPath: '/contact', statusCode: 200, entry: { big: true } })
    expect(state).toMatchObject({ form: { 1: {} } })
    expect(state).not.toHaveProperty('content')
  })

  it('on a navigation has the notes about calls only where they are asked for', () => {
    expect(pageState(aState({}), [], true)['routing']).toMatchObject({ surrogateKeys: ['k'], apiCalls: [1] })
  })
})
