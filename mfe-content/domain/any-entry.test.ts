import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Entry } from '@tessera/shared/content'
import { readAnyEntry } from './any-entry.ts'

const clean = (html: string) => html.replaceAll('<script>', '')
const entry = (fields: Record<string, unknown>): Entry => ({
  sys: { id: '1' },
  entryTitle: 'Fern',
  entryDescription: 'Green.',
  ...fields,
})

describe('an entry of a type that the site does not know', () => {
  it('shows short values as facts under the words of their field ids', () => {
    const { facts } = readAnyEntry(
      entry({
        latinName: 'Nephrolepis',
        height: 60,
        planted: '2001-03-05T09:30:00Z',
        tags: ['Indoor', 'Shade'],
        topic: { key: '0/1', name: 'Ferns' },
      }),
      clean,
    )
    expect(facts).toEqual([
      { name: 'Latin name', value: 'Nephrolepis' },
      { name: 'Height', value: '60' },
      { name: 'Planted', date: '2001-03-05T09:30:00Z' },
      { name: 'Tags', value: 'Indoor, Shade' },
      { name: 'Topic', value: 'Ferns' },
    ])
  })

  it('does not repeat its title and description', () => {
    expect(readAnyEntry(entry({ title: 'Fern', summary: 'Green.' }), clean)).toEqual({
      facts: [],
      blocks: [],
    })
  })

  it('shows rich text, cleaned, and links to other entries', () => {
    const { blocks } = readAnyEntry(
      entry({
        body: '<p>Water<script></p>',
        companion: { sys: { id: '2', uri: '/aloe' }, entryTitle: 'Aloe' },
        nowhere: { sys: { id: '3' } },
      }),
      clean,
    )
    expect(blocks).toEqual([
      { type: 'richText', html: '<p>Water</p>' },
      { type: 'linkList', heading: 'Companion', links: [{ title: 'Aloe', href: '/aloe' }] },
    ])
  })

  it('comes through every entry of a foreign site without an error', () => {
    const seed = JSON.parse(readFileSync(path.resolve('platform/conformance/seed.json'), 'utf8')) as {
      entries: { variations: Record<string, { published: { fields: object } | null }> }[]
    }
    const all = seed.entries.flatMap(({ variations }) =>
      Object.values(variations).flatMap(({ published }) => (published ? [published.fields] : [])),
    )
    expect(all.length).toBeGreaterThan(40)
    for (const fields of all)
      expect(() => readAnyEntry(entry(fields as Record<string, unknown>), clean)).not.toThrow()
  })

  it.each([null, true, [], {}, [[]], [null], { lat: 'x' }, Number.NaN])(
    'shows no block for the value %j',
    (value) => {
      expect(readAnyEntry(entry({ odd: value }), clean).blocks).toEqual([])
    },
  )
})
