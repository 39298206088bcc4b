import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runPlatform } from '../bench/start-platform.ts'
import { createPlatform, type Platform } from '../create-platform.ts'
import { placeholderFor } from '../http/placeholder.ts'
import { search, SEED } from '../testing/a-platform.ts'
import { aZip } from '../testing/a-zip.ts'
import { startFileReaders } from '../workers/file-readers.ts'
import { readSeed } from './read-seed.ts'

const FILES: Readonly<Record<string, string | Buffer>> = {
  'leaflets/mulching.txt': `Compost keeps roots damp. ${'padding '.repeat(20)}`,
  'leaflets/pruning.pdf': placeholderFor('/x/secateurs in winter.pdf')?.bytes ?? '',
  'leaflets/sowing.docx': aZip({
    'word/document.xml': '<w:p><w:r><w:t>Vernal</w:t></w:r><w:r><w:t>ization</w:t></w:r></w:p>',
  }),
  'leaflets/broken.pdf': 'Compost, but no PDF',
  'leaflets/secret.txt': 'Compost for members only',
  'leaflets/long.txt': `${'filler '.repeat(1500)}palimpsest`,
}
const idOf = (at: number): string => `ff110000-0000-4000-8000-${String(at).padStart(12, '0')}`

describe('searching the text inside files (protocol 1.12, 2: _searchContent)', () => {
  let folder = ''
  let platform: Platform
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-files-'))
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { entries: object[] }
    for (const [at, name] of Object.keys(FILES).entries()) {
      const modified = '2024-01-01T00:00:00Z'
      const version = {
        versionNo: '1.0',
        modified,
        publishedAt: modified,
        fields: { title: `Leaflet ${at}` },
      }
      const access = name.includes('secret') ? { access: { requireLogin: true } } : {}
      seed.entries.push({
        id: idOf(at),
        projectId: 'website',
        contentTypeId: 'document',
        uri: `/asset-library/${name}`,
        variations: { 'en-GB': { published: version } },
        ...access,
      })
    }
    mkdirSync(join(folder, 'seed'))
    writeFileSync(join(folder, 'seed', 'content.json'), JSON.stringify(seed))
    for (const [name, content] of Object.entries(FILES)) write(name, content)
    platform = await createPlatform({ dataDir: join(folder, 'data'), seed: join(folder, 'seed') })
  }, 60_000)
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function write(name: string, content: string | Buffer): void {
    const file = join(folder, 'seed', 'assets', 'asset-library', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const titles = async (clause: object, on = platform): Promise<readonly string[]> => {
    const answer = await search(on, [clause, { field: 'sys.contentTypeId', equalTo: 'document' }])
    expect(answer.status).toBe(200)
    return answer.json.items.map(({ title }) => title).sort()
  }
  const within = (term: unknown) => ({ field: '_searchContent', freeText: term })

  test('words are found in plain files, PDFs and word documents', async () => {
    expect(await titles(within('damp roots'))).toEqual(['Leaflet 0'])
    expect(await titles(within('secateurs'))).toEqual(['Leaflet 1'])
    expect(await titles(within('vernalization'))).toEqual(['Leaflet 2'])
    expect(await titles(within({ term: 'secatuers', fuzzy: true }))).toEqual(['Leaflet 1'])
  })

  test('the exact operators see texts of up to 8,000 characters, free text sees all', async () => {
    expect(await titles({ field: '_searchContent', contains: 'keeps roo' })).toEqual(['Leaflet 0'])
    expect(await titles({ field: '_searchContent', startsWith: 'compost' })).toEqual(['Leaflet 0'])
    expect(await titles({ field: '_searchContent', contains: 'palimpsest' })).toEqual([])
    expect(await titles(within('palimpsest'))).toEqual(['Leaflet 5'])
  })

  test('it is a separate field: searchContent and all fields together do not include it, and it is not delivered', async () => {
    expect(await titles({ field: 'searchContent', freeText: 'damp roots' })).toEqual([])
    expect(await titles({ field: '*', freeText: 'damp roots' })).toEqual([])
    const answer = await search(platform, [within('damp roots')])
    expect([answer.json.totalCount, answer.text.includes('damp')]).toEqual([1, false])
  })

  test('the text of a restricted asset is found only by users who may read it', async () => {
    expect(await titles(within('compost'))).toEqual(['Leaflet 0'])
  })

  test('a broken file, a missing one and one that takes too long are logged and not searched', async () => {
    const unread = platform.imported?.unreadFiles ?? []
    expect(unread.filter((line) => line.includes('/leaflets/'))).toEqual([
      expect.stringMatching(/^\/asset-library\/leaflets\/broken\.pdf: ./),
    ])
    expect(unread.some((line) => /fern-care\.pdf: .*no such file/.test(line))).toBe(true)
    const readers = startFileReaders(1)
    const slow = await readers.read(join(folder, 'seed', 'assets', 'asset-library', 'leaflets', 'long.txt'))
    await readers.close()
    expect(slow).toEqual({ error: 'reading took too long' })
  })

  test('an export contains the text, but not the files', async () => {
    const file = join(folder, 'exported.json')
    await runPlatform(['export', file, '--data', join(folder, 'data')])
    const copy = await createPlatform({ dataDir: join(folder, 'copy'), seed: file })
    try {
      expect(await titles(within('damp roots'), copy)).toEqual(['Leaflet 0'])
      expect(await titles(within('vernalization'), copy)).toEqual(['Leaflet 2'])
      expect(copy.imported?.unreadFiles).toEqual([])
    } finally {
      await copy.close()
    }
  })

  test('a changed file counts as a changed seed', () => {
    const before = readSeed(join(folder, 'seed')).hash
    expect(readSeed(join(folder, 'seed')).hash).toBe(before)
    write('leaflets/new.txt', 'New')
    expect(readSeed(join(folder, 'seed')).hash).not.toBe(before)
  })
})
