import { readdirSync, readFileSync } from 'node:fs'
import type { Entry } from '@tessera/shared/content'
import { sanitiseHtml } from '@tessera/shared/sanitise'
import { manifest } from '../manifest.ts'
import { entryMappers, type PageView } from './map-entry.ts'
import { noRelatives } from '../testing/no-relatives.ts'

interface StoredEntry {
  readonly contentTypeId: string
  readonly variations: Readonly<
    Record<string, { readonly published?: { readonly fields: Readonly<Record<string, unknown>> } | null }>
  >
}

const folder = new URL('../../platform/content/entries/', import.meta.url)
const stored = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap(
    (file) =>
      (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { entries: readonly StoredEntry[] })
        .entries,
  )
const mappings = (manifest.contentTypes ?? []).filter(({ contentTypeId }) => contentTypeId !== '*')

/** Demonstration entries as the platform would deliver them, with unresolved links. */
const published = (contentTypeId: string): readonly Entry[] =>
  stored
    .filter((entry) => entry.contentTypeId === contentTypeId)
    .flatMap((entry) =>
      Object.entries(entry.variations).flatMap(([language, { published: version }]) =>
        version
          ? [
              {
                sys: { id: 'x', contentTypeId, language, uri: '/x' },
                entryTitle: String(version.fields['title']),
                entryDescription: version.fields['summary'] as string,
                ...version.fields,
              },
            ]
          : [],
      ),
    )
const types = new URL('../../platform/content/content-types/', import.meta.url)
interface TypeFile {
  readonly contentTypes: readonly [{ readonly fields: readonly { readonly id: string }[] }]
}
const fieldsOf = (contentTypeId: string): readonly string[] => {
  const file = JSON.parse(readFileSync(new URL(`${contentTypeId}.json`, types), 'utf8')) as TypeFile
  return file.contentTypes[0].fields.map(({ id }) => id)
}
/** An entry without fields of its own that records the names of those that are read. */
const recording = (read: Set<string>): Entry =>
  new Proxy({ sys: { id: 'x' }, entryTitle: 'T', entryDescription: 'D' } as Entry, {
    get(entry, name) {
      if (typeof name === 'string' && name !== 'sys') read.add(name)
      return Reflect.get(entry, name) as unknown
    },
  })
const map = (view: string, entry: Entry) =>
  entryMappers[view as PageView]({
    node: null,
    entry,
    language: 'en-GB',
    sanitise: sanitiseHtml,
    relatives: noRelatives,
  })

describe('page models from entries', () => {
  it.each(mappings.map(({ contentTypeId, entryMapper }) => [contentTypeId, entryMapper!]))(
    'makes a page of every %s of the demonstration site',
    async (contentTypeId, mapper) => {
      const entries = published(contentTypeId)
      expect(entries.length).toBeGreaterThan(0)
      for (const entry of entries) {
        const model = await map(mapper, entry)
        expect(model).toEqual(JSON.parse(JSON.stringify(model)))
        expect(model).toMatchObject({ title: expect.stringMatching(/\S/), blocks: expect.any(Array) })
        expect(model).not.toHaveProperty('skipped')
      }
    },
  )

  it('says what was chosen from a list in the language of its entry, and keeps what is stored where others are found by it', async () => {
    const stored = published('document').filter(({ sys }) => sys.language === 'cy')
    expect(stored.length).toBeGreaterThan(20)
    for (const entry of stored) {
      const { category, categoryKey } = (await map('document', entry)) as Record<string, string>
      expect(categoryKey).toBe(entry['category'])
      expect(category).not.toBe(categoryKey)
    }
    for (const [language, kind] of [
      ['cy', 'Llyfrgell'],
      ['en-GB', 'Library'],
    ] as const)
      expect(await map('venue', { sys: { id: 'x', language }, kind: 'Library' })).toMatchObject({ kind })
    const councillor = { sys: { id: 'x', language: 'cy' }, party: 'A new party' }
    expect(await map('councillor', councillor)).toMatchObject({ party: 'A new party' })
  })

  it('reads no field of its content type that the manifest does not ask for', async () => {
    for (const { contentTypeId, fields = [], fieldLinkDepths = {}, view } of mappings) {
      const asked = new Set(fields)
      for (const path of Object.keys(fieldLinkDepths)) expect(asked).toContain(path.split('.')[0])
      const read = new Set<string>()
      await map(view, recording(read))
      const ofType = fieldsOf(contentTypeId).filter((field) => read.has(field))
      expect(ofType.length).toBeGreaterThan(0)
      expect({ view, unasked: ofType.filter((field) => !asked.has(field)) }).toEqual({ view, unasked: [] })
    }
  })

  it('keeps nothing in a model that would run', async () => {
    const body = [{ type: 'richText', value: '<p onclick="x()">a</p><script>b</script>' }]
    expect(JSON.stringify(await map('content', { sys: { id: 'x' }, entryTitle: 'T', body }))).toBe(
      '{"title":"T","blocks":[{"type":"richText","html":"<p>a</p>"}],"related":[]}',
    )
  })

  it('makes a page of an entry that has nothing', async () => {
    expect(await map('venue', { sys: { id: 'x' } })).toEqual({
      title: '',
      blocks: [],
      address: [],
      openingHours: [],
      facilities: [],
    })
  })

  it.each([
    [
      {
        file: { sys: { id: 'f', uri: '/asset-library/a.PDF', properties: { fileSize: '2048' } }, title: 'x' },
      },
      { href: '/asset-library/a.PDF', extension: 'pdf', bytes: 2048 },
    ],
    [
      { file: { asset: { sys: { id: 'f', uri: '/asset-library/b.x1.docx' } } } },
      { href: '/asset-library/b.x1.docx', extension: 'docx' },
    ],
  ])('reads the file of a document: %j', async (fields, file) => {
    expect(await map('document', { sys: { id: 'x' }, ...fields })).toMatchObject({ file })
  })

  it('names an event’s venue with its address', async () => {
    const venue = {
      sys: { id: 'v', uri: '/v' },
      entryTitle: 'Library',
      address: { street: '1 Lane', town: 'Larkmoor', postcode: 'LK1' },
    }
    expect(await map('event', { sys: { id: 'x' }, venue })).toMatchObject({
      venue: { title: 'Library', href: '/v', address: ['1 Lane', 'Larkmoor', 'LK1'] },
    })
  })

  it('drops an event’s end that is before its beginning', async () => {
    const dates = { from: '2026-03-14T10:00:00Z', to: '2026-03-13T10:00:00Z' }
    expect(await map('event', { sys: { id: 'x' }, dates })).toMatchObject({ dates: { from: dates.from } })
  })
})
