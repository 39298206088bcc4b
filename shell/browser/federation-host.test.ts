import { readFileSync } from 'node:fs'
import { createRemotePolicy, SHARED_VERSION } from './federation-host.client.ts'

describe('the federation host of the browser', () => {
  it('offers the shared package under its own version', () => {
    const file = readFileSync(new URL('../../shared/package.json', import.meta.url), 'utf8')
    expect(SHARED_VERSION).toBe((JSON.parse(file) as { version: string }).version)
  })
})

describe('createRemotePolicy (reference security 1.8)', () => {
  const policy = createRemotePolicy({}, 'https://www.larkmoor.example')

  it("lets remotes' files of this origin pass", () => {
    expect(policy.createScriptURL('/_mfe/mfe-content/1.0.0/web/remoteEntry.js')).toBe(
      'https://www.larkmoor.example/_mfe/mfe-content/1.0.0/web/remoteEntry.js',
    )
  })

  it.each([
    'https://evil.example/_mfe/x.js',
    '/_shell/1.0.0/boot.js',
    '/_mfe/../uploads/x.js',
    'data:text/javascript,1',
    '//evil.example/_mfe/x.js',
  ])('refuses %s', (address) => {
    expect(() => policy.createScriptURL(address)).toThrow(TypeError)
  })

  it("goes through the browser's Trusted Types where they are", () => {
    const made: string[] = []
    const page = {
      trustedTypes: {
        createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
          made.push(name)
          return rules
        },
      },
    }
    expect(() =>
      createRemotePolicy(page, 'https://a.example').createScriptURL('https://b.example/_mfe/x.js'),
    ).toThrow(TypeError)
    expect(made).toEqual(['tessera-remotes'])
  })
})
