import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accessFor, readSeedAccess, readReadyAccess, storeAccess } from './seed-access.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

function aSeed(content: unknown): string {
  const file = path.join(folder, `${Math.random()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const projects = [{ id: 'website' }, { id: 'records' }]

describe('who may read the content of a seed', () => {
  it('prefers the token that shows published content only', () => {
    const accessTokens = [
      { token: 'all', versionStatus: 'latest' },
      { token: 'public', versionStatus: 'published' },
    ]
    const seed = aSeed({ environment: { alias: 'garden', accessToken: 'full', accessTokens }, projects })
    expect(readSeedAccess(seed)).toEqual({
      projectId: 'website',
      accessToken: 'public',
      previewAccessToken: 'all',
      alias: 'garden',
    })
  })

  it('takes the only token where there is one', () => {
    expect(readSeedAccess(aSeed({ environment: { accessToken: 'full' }, projects }))).toMatchObject({
      accessToken: 'full',
      previewAccessToken: 'full',
    })
  })

  it('reads the demonstration content where there is no seed', () => {
    expect(accessFor(path.join(folder, 'new'), null)).toMatchObject({
      projectId: 'website',
      alias: 'larkmoor',
    })
  })

  it('remembers the seed of a data folder for the next start without one', () => {
    const data = path.join(folder, 'data')
    const access = {
      projectId: 'garden',
      accessToken: 'public',
      previewAccessToken: 'all',
      alias: 'garden',
    }
    storeAccess(data, access)
    expect(accessFor(data, null)).toEqual(access)
  })

  it('believes the platform, whose content can be newer than what was remembered', () => {
    const accessTokens = [{ token: 'new', versionStatus: 'published' }]
    const apiKeys = [{ clientId: 'site', clientSecret: 'secret' }]
    const content = { projects, environment: { alias: 'garden', accessTokens, apiKeys } }
    expect(readReadyAccess({ type: 'ready', url: 'http://127.0.0.1:1', content })).toEqual({
      projectId: 'website',
      accessToken: 'new',
      alias: 'garden',
      client: { clientId: 'site', clientSecret: 'secret' },
    })
  })

  it.each([
    [null],
    [{ type: 'ready', url: 'http://127.0.0.1:1' }],
    [{ type: 'ready', content: { projects: [], environment: { alias: 'garden' } } }],
    [{ type: 'other', content: { projects, environment: { accessToken: 'full' } } }],
  ])('learns nothing from %j', (message) => expect(readReadyAccess(message)).toBeNull())

  it.each([
    ['is not there', path.join(folder, 'missing.json'), /cannot be read/],
    ['is not JSON', aSeed('{'), /cannot be read/],
    ['is a list', aSeed([]), /not a JSON object/],
    ['has no project', aSeed({ environment: { accessToken: 'full' }, projects: [] }), /has not a project/],
    ['has no token', aSeed({ projects }), /has not an access token/],
  ])('says in one line when a seed %s', (_what, seed, message) => {
    expect(() => readSeedAccess(seed)).toThrow(message)
    expect(() => readSeedAccess(seed)).not.toThrow(/\n/)
  })
})
