import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SeedNode } from '../domain/content.ts'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, SEED } from '../testing/a-platform.ts'

describe('a page whose parent is not in its language (protocol 1.8, 1.17)', () => {
  let platform: Platform
  let folder = ''
  let aloe: SeedNode
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-nodes-'))
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { nodes: { slug: Record<string, string> }[] }
    const node = seed.nodes.find(({ slug }) => slug['en-GB'] === 'aloe-vera')
    node!.slug['fr-FR'] = 'aloes'
    aloe = node as unknown as SeedNode
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    platform = await aPlatform(join(folder, 'seed.json'))
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the parent is among its ancestors, with the path, name and language of the parent', async () => {
    const { json } = await ask(platform, `${PROJECT}/nodes/${aloe.id}/ancestors?language=fr-FR`)
    expect(json).toMatchObject([
      { path: '/fr-FR', language: 'fr-FR' },
      { path: '/fr-FR/plantes', language: 'fr-FR' },
      { path: '/plants/succulents', slug: 'succulents', displayName: 'Succulents', language: 'en-GB' },
    ])
    const parent = await ask(platform, `${PROJECT}/nodes/${aloe.id}/parent?language=fr-FR`)
    expect(parent.json).toMatchObject({ path: '/plants/succulents', language: 'en-GB' })
  })

  test('its own path is below that of the parent in the primary language, and the parent has no page there', async () => {
    const path = '/nodes/fr-FR/plantes/succulents'
    expect((await ask(platform, `${PROJECT}${path}/aloes`)).json).toMatchObject({ language: 'fr-FR' })
    expect((await ask(platform, `${PROJECT}${path}`)).status).toBe(404)
  })
})

describe('the nearest ancestor of a path that does not name its language (protocol 1.8, 1.17)', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await aPlatform()
  })
  afterAll(() => platform.close())

  test.each([
    ['plantes/nowhere?language=fr-FR&allowPartialMatch=true', 200, '/fr-FR/plantes', 'fr-FR'],
    ['plants/nowhere?language=fr-FR&allowPartialMatch=true', 200, '/plants', 'en-GB'],
    ['plantes/nowhere?language=fr-FR', 404, undefined, undefined],
    ['plantes/nowhere?allowPartialMatch=true', 404, undefined, undefined],
  ])(
    'is looked for in the primary language, then in the language asked for: %s',
    async (path, status, found, language) => {
      const answer = await ask(platform, `${PROJECT}/nodes/${path}`)
      const node = answer.json as unknown as { readonly path?: string; readonly language?: string }
      expect([answer.status, node.path, node.language]).toEqual([status, found, language])
    },
  )
})
