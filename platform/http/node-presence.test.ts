import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Access, SeedNode } from '../domain/content.ts'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, SEED } from '../testing/a-platform.ts'

type Seed = { readonly nodes: readonly SeedNode[]; readonly entries: { id: string; access?: Access }[] }
type Listed = { readonly path: string }
type Tree = { readonly childCount: number; readonly children: readonly Listed[] }

describe('a draft for members only (protocol 1.17, 1.21)', () => {
  let platform: Platform
  let folder = ''
  const seed = JSON.parse(readFileSync(SEED, 'utf8')) as Seed
  const draft = seed.nodes.find(({ slug }) => slug['en-GB'] === 'orchid')
  const members = seed.nodes.find(({ slug }) => slug['en-GB'] === 'signed-in')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-presence-'))
    seed.entries.find(({ id }) => id === draft?.entryId)!.access = { requireLogin: true }
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    platform = await aPlatform(join(folder, 'seed.json'))
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const listed = async (path: string): Promise<readonly string[]> => {
    const { json } = await ask(platform, `${PROJECT}/nodes/${path}`)
    return (json as unknown as readonly Listed[]).map((node) => node.path)
  }
  const root = async (status: string): Promise<Tree> =>
    (await ask(platform, `${PROJECT}/nodes/root?depth=1&versionStatus=${status}`)).json as unknown as Tree

  test('is not in a tree, a list or a count of children until it is published', async () => {
    const [published, latest] = [await root('published'), await root('latest')]
    expect(published.children.map(({ path }) => path)).not.toContain('/orchid')
    expect(published.childCount).toBe(published.children.length)
    expect(latest.children.map(({ path }) => path)).toContain('/orchid')
    expect(latest.childCount).toBe(published.childCount + 1)
    expect(await listed(`${draft?.parentId}/children`)).not.toContain('/orchid')
    expect(await listed(`${draft?.id}/siblings`)).not.toContain('/orchid')
    expect(await listed(`${draft?.parentId}/children?versionStatus=latest`)).toContain('/orchid')
  })

  test('is the only page left out: a published page for members is in the lists', async () => {
    expect(await listed(`${members?.parentId}/children`)).toContain('/members/signed-in')
    expect(await listed(`${members?.id}/siblings`)).toContain('/members/signed-in')
  })
})
