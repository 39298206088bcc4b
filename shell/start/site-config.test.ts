import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { readProject } from './site-config.server.ts'

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
