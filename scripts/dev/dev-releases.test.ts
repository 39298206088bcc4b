import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { appsHere } from '../build/apps.ts'
import { createDevReleases } from './dev-releases.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dev-releases-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('releases of a site in development', () => {
  it('go live with the next compilation after one that could not be named live', async () => {
    const [builds, releases] = ['builds', 'releases'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ]
    mkdirSync(path.join(builds, 'shell/web'), { recursive: true })
    writeFileSync(path.join(builds, 'shell/web/site.css'), '')
    const failed: string[] = []
    const { update } = createDevReleases({
      builds,
      releases,
      copies: path.join(folder, 'copies'),
      onRelease: () => undefined,
      onFailure: (app) => failed.push(app),
    })
    const shell = appsHere().filter(({ name }) => name === 'shell')
    const document = path.join(releases, 'releases.json')
    mkdirSync(document, { recursive: true })
    await update(shell)
    expect(failed).toEqual(['shell'])
    rmSync(document, { recursive: true })
    await update(shell)
    expect(failed).toEqual(['shell'])
    expect(JSON.parse(readFileSync(document, 'utf8'))).toMatchObject({
      apps: { shell: { live: expect.stringMatching(/^dev-/) } },
    })
    // What is live was not refused, although older copies cannot be removed.
    mkdirSync(path.join(folder, 'copies'))
    writeFileSync(path.join(folder, 'copies/shell'), '')
    writeFileSync(path.join(builds, 'shell/web/site.css'), 'a {}')
    await update(shell)
    expect(failed).toEqual(['shell'])
  })
})
