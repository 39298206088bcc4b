import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const ENDPOINT = 'https://stats.example/collect'

describe('a site that counts visits (docs/decisions/0063)', () => {
  let platform: TestPlatform
  const shells: TestShell[] = []
  const aSite = async (site: object): Promise<TestShell> => {
    const shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options: { site } })
    shells.push(shell)
    return shell
  }
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(async () => {
    for (const shell of shells) await shell.close()
    await platform.close()
  })

  it('serves the words of its question from content, in each language', async () => {
    const shell = await aSite({ analytics: { endpoint: ENDPOINT, contentType: 'consentBanner' } })
    const english = await shell.get('/_consent/en-GB')
    expect(JSON.parse(english.body)).toMatchObject({
      title: 'May we count your visit?',
      link: { path: '/contact/privacy' },
      accept: 'Accept analytics',
      reject: 'Reject analytics',
    })
    expect(english.headers['surrogate-key']).toContain('consentBanner')
    expect(JSON.parse((await shell.get('/_consent/cy')).body)).toMatchObject({
      title: 'A gawn ni gyfrif eich ymweliad?',
    })
  })

  it('lets its pages send to the address that it names, and has a button to choose again', async () => {
    const shell = await aSite({ analytics: { endpoint: ENDPOINT, contentType: 'consentBanner' } })
    const { body, headers } = await shell.get('/services')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${ENDPOINT};`)
    expect(body).toContain(`data-consent="/_consent/en-GB" data-endpoint="${ENDPOINT}"`)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('says nothing where there are no words, and widens no policy for an address of its own', async () => {
    const shell = await aSite({ analytics: { endpoint: '/collect', contentType: 'nothing' } })
    expect((await shell.get('/_consent/en-GB')).statusCode).toBe(404)
    expect((await shell.get('/services')).headers['content-security-policy']).toContain("connect-src 'self';")
  })

  it('a site without analytics in its configuration counts none', async () => {
    const shell = await aSite({})
    const { body, headers } = await shell.get('/services')
    expect(body).not.toMatch(/consent|analytics/)
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
    expect((await shell.get('/_consent/en-GB')).statusCode).toBe(404)
  })

  it.each([
    'http://stats.example/',
    'https://stats.example/?a=1',
    "https://x.example; script-src 'unsafe-inline'",
    '//x.example/',
  ])('does not start with the address %s', async (endpoint) => {
    await expect(aSite({ analytics: { endpoint, contentType: 'consentBanner' } })).rejects.toThrow()
  })
})
