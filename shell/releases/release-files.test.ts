import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import type { LiveReleases } from './live-releases.server.ts'
import { releaseFiles } from './release-files.server.ts'
import type { VerifiedRelease } from './verified-copy.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'release-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A shell whose live release is not the one that is asked for; counts how often an earlier one is verified. */
function aCase(isThere: boolean) {
  const copy = mkdtempSync(path.join(folder, 'copy-'))
  mkdirSync(path.join(copy, 'web'))
  writeFileSync(path.join(copy, 'web', 'a.js'), 'a')
  const release = { app: 'mfe-content', version: '1.0.0', files: { 'web/a.js': {}, 'web/gone.js': {} } }
  const state = { verified: 0, isThere }
  const app = Fastify()
  releaseFiles(
    app,
    {
      isKnown: () => true,
      snapshot: () => ({ shell: null, remotes: new Map() }),
    } as unknown as LiveReleases,
    {
      get: async () => {
        state.verified += 1
        if (!state.isThere) throw new Error('not in the store')
        return { release, folder: copy } as unknown as VerifiedRelease
      },
    },
  )
  const ask = (file: string, accepted = '') =>
    app.inject({ url: `/_mfe/mfe-content/1.0.0/web/${file}`, headers: { 'accept-encoding': accepted } })
  const get = async (file: string) => (await ask(file)).statusCode
  return { state, get, ask }
}

describe('files of an earlier release', () => {
  it('are served from a copy that is verified once, not for each request', async () => {
    const { state, get } = aCase(true)
    for (let request = 0; request < 5; request += 1) expect(await get('a.js')).toBe(200)
    expect(await get('not-listed.js')).toBe(404)
    expect(state.verified).toBe(1)
  })

  it('are verified again once a file of the copy could not be read', async () => {
    const { state, get } = aCase(true)
    expect(await get('gone.js')).toBe(500)
    expect(await get('a.js')).toBe(200)
    expect(state.verified).toBe(2)
  })

  it.each([
    ['gzip, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
  ])('are compressed as the browser says with "%s"', async (accepted, encoding) => {
    const answer = await aCase(true).ask('a.js', accepted)
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding])
  })

  it('that the store does not have are looked for once in some seconds', async () => {
    const { state, get } = aCase(false)
    for (let request = 0; request < 5; request += 1) expect(await get('a.js')).toBe(404)
    expect(state.verified).toBe(1)
  })
})
