import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { platformCommand } from './run-site.ts'
import type { SeedAccess } from './seed-access.ts'
import { startServer } from './server-process.ts'

describe('the embedded platform', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tessera-platform-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  it('sends the access tokens of its content before it is ready, also those of a changed seed', async () => {
    const seed = path.join(dataDir, 'seed.json')
    const fixture = readFileSync(path.join(ROOT, 'platform/conformance/seed.json'), 'utf8')
    for (const token of ['hillside-access-token', 'another-token']) {
      writeFileSync(seed, fixture.replaceAll('hillside-access-token', token))
      const told: SeedAccess[] = []
      const server = startServer(
        platformCommand({ dataDir, seed }, 0, null, (access) => void told.push(access)),
      )
      try {
        const url = await server.ready
        expect(told).toMatchObject([{ projectId: 'website', accessToken: token }])
        const entries = `${url}/api/delivery/projects/website/entries`
        expect((await fetch(entries, { headers: { accessToken: token } })).status).toBe(200)
      } finally {
        await server.stop()
      }
    }
  })
})
