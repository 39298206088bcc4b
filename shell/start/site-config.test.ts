import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { readSiteConfig } from '@tessera/shared/config'
import { readOptions } from './options.server.ts'
import { readProject, siteConfigInput } from './site-config.server.ts'

let platform: FaultServer
afterEach(() => platform.close())

describe("the site's project (specification 7, Content delivery client)", () => {
  it('asks the platform for the project by its id, with the access token', async () => {
    const tokens: unknown[] = []
    platform = await aFaultServer((request, response) => {
      tokens.push(request.headers['accesstoken'])
      sendJson(response, { name: 'Larkmoor', primaryLanguage: 'en-GB', supportedLanguages: ['cy'] })
    })
    expect(await readProject(platform.url, 'web/site', 'sample-token')).toEqual({
      name: 'Larkmoor',
      primaryLanguage: 'en-GB',
      supportedLanguages: ['en-GB', 'cy'],
    })
    expect(platform.requests.map(({ url }) => url)).toEqual(['/api/delivery/projects/web%2Fsite'])
    expect(tokens).toEqual(['sample-token'])
  })

  it('is asked for three times, and then the site starts without', async () => {
    platform = await aFaultServer((_request, response) => sendJson(response, {}, 503))
    expect(await readProject(platform.url, 'website', 'sample-token')).toBeNull()
    expect(platform.requests).toHaveLength(3)
  })
})

describe("what a site's own file says (specification 2, Version Information page; 7, Server-side requests)", () => {
  const read = (site: object) =>
    readSiteConfig(
      siteConfigInput(
        readOptions(
          JSON.stringify({
            port: 0,
            platformUrl: 'https://api.example',
            projectId: 'website',
            accessToken: 'sample-token',
            publicUrl: 'https://www.example',
            dataDir: '/data',
            releasesDir: '/releases',
            releaseKeyFile: '/key.pub',
            site,
          }),
        ),
        null,
      ),
    )

  it("names the platform's web servers", () => {
    const servers = { iis: 'https://iis.example', iisPreview: 'https://iis-preview.example' }
    expect(read({ servers }).servers).toEqual(servers)
    expect(read({}).servers).toEqual({ iis: 'https://api.example', iisPreview: null })
  })

  it('names the cookies that are handed on', () => {
    expect(read({ platformCookies: ['ContensisCMSUserName'] }).platformCookies).toEqual([
      'ContensisCMSUserName',
    ])
    expect(read({}).platformCookies).toEqual([])
  })
})
