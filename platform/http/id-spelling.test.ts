import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Access, SeedNode } from '../domain/content.ts'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, SEED } from '../testing/a-platform.ts'

type Seed = { readonly nodes: readonly SeedNode[]; readonly entries: { id: string; access?: Access }[] }

describe('an id in capitals (protocol 1.2)', () => {
  let platform: Platform
  let folder = ''
  const seed = JSON.parse(readFileSync(SEED, 'utf8')) as Seed
  const open = seed.nodes.find(({ slug }) => slug['en-GB'] === 'aloe-vera')?.entryId ?? ''
  const closed = seed.entries.find(({ id }) => id !== open && id !== id.toUpperCase())
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-spelling-'))
    closed!.access = { requireLogin: true }
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    platform = await aPlatform(join(folder, 'seed.json'))
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('finds the entry and its nodes', async () => {
    expect(open.toUpperCase()).not.toBe(open)
    const entry = await ask(platform, `${PROJECT}/entries/${open.toUpperCase()}`)
    expect([entry.status, entry.json.sys.id]).toEqual([200, open])
    const found = await ask(platform, `${PROJECT}/nodes/?entryId=${open.toUpperCase()}`)
    expect(found.json).toMatchObject([{ slug: 'aloe-vera' }])
  })

  test('opens no entry for members only', async () => {
    expect((await ask(platform, `${PROJECT}/entries/${closed?.id.toUpperCase()}`)).status).toBe(401)
  })
})
