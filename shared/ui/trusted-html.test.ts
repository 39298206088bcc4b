import { jest } from '@jest/globals'
import { trustedHtml } from './trusted-html.ts'

const POLICY = Symbol.for('tessera.richtext')
const page = globalThis as { trustedTypes?: unknown }

describe('HTML for the browser', () => {
  afterEach(() => {
    delete page.trustedTypes
    Reflect.deleteProperty(page, POLICY)
  })

  it('is the string itself where there are no Trusted Types', () => {
    expect(trustedHtml('<p>x</p>')).toBe('<p>x</p>')
  })

  it('goes through one policy, made once, however many remotes bundle it', () => {
    const createPolicy = jest.fn((_name: string, rules: { createHTML: (html: string) => string }) => ({
      createHTML: (html: string) => `trusted:${rules.createHTML(html)}`,
    }))
    page.trustedTypes = { createPolicy }
    expect([trustedHtml('a'), trustedHtml('b')]).toEqual(['trusted:a', 'trusted:b'])
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['richtext'])
  })
})
