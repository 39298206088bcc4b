import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { readSiteConfig } from '@tessera/shared/config'
import { readOptions } from './options.server.ts'
import { configureSite, readProject, siteConfigInput } from './site-config.server.ts'

const optionsOf = (site: object) =>
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
  )
const OPTIONS = optionsOf({})

let platform: FaultServer
let dataDir: string
const source = (projectId: string) => ({ platformUrl: platform.url, projectId, accessToken: 'sample-token' })
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'site-config-'))))
afterEach(async () => {
  rmSync(dataDir, { recursive: true })
  await platform.close()
})

describe("the site's project (specification 7, Content delivery client)", () => {
  it('asks the platform for the project by its id, with the access token', async () => {
    const tokens: unknown[] = []
    platform = await aFaultServer((request, response) => {
      tokens.push(request.headers['accesstoken'])
      sendJson(response, { name: 'Larkmoor', primaryLanguage: 'en-GB', supportedLanguages: ['cy'] })
    })
    expect(await readProject(source('web/site'))).toEqual({
      name: 'Larkmoor',
      primaryLanguage: 'en-GB',
      supportedLanguages: ['en-GB', 'cy'],
    })
    expect(platform.requests.map(({ url }) => url)).toEqual(['/api/delivery/projects/web%2Fsite'])
    expect(tokens).toEqual(['sample-token'])
  })

  it('is asked for three times, and then the site starts without', async () => {
    platform = await aFaultServer((_request, response) => sendJson(response, {}, 503))
    expect(await readProject(source('website'))).toBeNull()
    expect(platform.requests).toHaveLength(3)
  })

  it.each([
    ['identity', (text: string) => text],
    ['gzip', (text: string) => gzipSync(text)],
  ])('is not read from an answer that is very long, sent as %s', async (encoding, packed) => {
    const text = JSON.stringify({ name: 'Larkmoor', primaryLanguage: 'en-GB' }).padEnd(1e6)
    platform = await aFaultServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(packed(text)),
    )
    expect(await readProject(source('website'))).toBeNull()
  })

  it('is asked for again and again without leaving connections open', async () => {
    platform = await aFaultServer((_request, response) =>
      sendJson(response, { message: 'x'.repeat(100_000) }, 503),
    )
    for (let time = 0; time < 5; time += 1) expect(await readProject(source('website'))).toBeNull()
    await until(() => platform.sockets() <= 2, 2_000)
  })

  it('is as a shell of this machine was told last, while the platform does not answer', async () => {
    const said = jest.fn()
    const configure = async (projectId: string) =>
      (await configureSite({ ...OPTIONS, ...source(projectId), dataDir }, { warn: said })).config
    let isAway = true
    platform = await aFaultServer((_request, response) =>
      sendJson(
        response,
        { name: 'Larkmoor', primaryLanguage: 'en-GB', supportedLanguages: ['cy'] },
        isAway ? 503 : 200,
      ),
    )
    expect((await configure('website')).languages.supported).toEqual(['en-GB'])
    isAway = false
    await configure('website')
    isAway = true
    expect(await configure('website')).toMatchObject({
      languages: { supported: ['en-GB', 'cy'] },
      siteName: { cy: 'Larkmoor' },
    })
    expect((await configure('another')).languages.supported).toEqual(['en-GB'])
    expect(said.mock.calls.map(([, message]) => String(message).split('starting with ')[1])).toEqual([
      'defaults',
      'what was stored',
      'defaults',
    ])
  })

  it('is not remembered from a file that is broken', async () => {
    platform = await aFaultServer((_request, response) => sendJson(response, {}, 503))
    writeFileSync(path.join(dataDir, 'project.json'), '{"key":')
    const { isProjectKnown } = await configureSite(
      { ...OPTIONS, ...source('website'), dataDir },
      { warn: () => undefined },
    )
    expect(isProjectKnown).toBe(false)
  })
})

describe("what a site's own file says (specification 2, Version Information page; 7, Server-side requests)", () => {
  const read = (site: object) => readSiteConfig(siteConfigInput(optionsOf(site), null))

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
