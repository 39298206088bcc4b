import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, SEED } from '../testing/a-platform.ts'

interface Node {
  readonly id: string
  readonly childCount: number
  readonly children?: readonly Node[]
}

const idOf = (kind: string, at: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(at).padStart(12, '0')}`
const BELOW_ONE = 1_000

/** Write a seed with additional folders below its root; the pages in them are not published. */
function writeSeed(file: string, folders: number): void {
  const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { nodes: { id: string; parentId?: string | null }[] }
  const root = seed.nodes.find(({ parentId }) => !parentId)
  const node = (id: string, parentId: string, slug: string, entryId?: string) => ({
    ...(root as object),
    id,
    parentId,
    slug: { 'en-GB': slug },
    displayName: { 'en-GB': slug },
    entryId: entryId ?? null,
  })
  for (let at = 0; at < folders; at += 1) {
    const folder = idOf('f', at)
    seed.nodes.push(node(folder, root?.id ?? '', `folder-${at}`))
    for (let page = 0; page < BELOW_ONE; page += 1) {
      const id = at * BELOW_ONE + page
      seed.nodes.push(node(idOf('c', id), folder, `page-${page}`, idOf('e', id)))
    }
  }
  writeFileSync(file, JSON.stringify(seed))
}

describe('unpublished pages below the last level of a tree', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'large-trees-'))
  const file = path.join(folder, 'seed.json')
  afterAll(() => rmSync(folder, { recursive: true }))

  const foldersOf = async (platform: Platform): Promise<readonly Node[]> => {
    const { json } = await ask(platform, `${PROJECT}/nodes/root?depth=1`)
    return ((json as unknown as Node).children ?? []).filter(({ id }) => id.startsWith('ffffffff'))
  }

  it.each([
    ['are not counted', 19, 0],
    ['are counted as they stand where they are more than an answer may hold', 21, BELOW_ONE],
  ])('%s', async (_, folders, count) => {
    writeSeed(file, folders)
    const platform = await aPlatform(file)
    try {
      expect((await foldersOf(platform)).map(({ childCount }) => childCount)).toEqual(
        Array(folders).fill(count),
      )
      const { json } = await ask(platform, `${PROJECT}/nodes/${idOf('f', 0)}?depth=1`)
      expect(json).toMatchObject({ childCount: 0, children: [] })
    } finally {
      await platform.close()
    }
  })
})
