import type { ContentType, FieldDefinition, StoredEntry } from './content.ts'
import { indexEntry } from './index-entry.ts'
import type { ProjectModel } from './model.ts'

const canvas: FieldDefinition = { id: 'text', dataType: 'objectArray', dataFormat: 'canvas' }
const allowedFieldTypes = { fields: [canvas] }
const type = {
  id: 'page',
  fields: [
    { id: 'panel', dataType: 'object', dataFormat: 'component.panel' },
    { id: 'story', dataType: 'objectArray', dataFormat: 'composer', validations: { allowedFieldTypes } },
  ],
} as unknown as ContentType
const model = {
  components: new Map([['panel', { id: 'panel', fields: [canvas] }]]),
} as unknown as ProjectModel
const paragraph = (value: string) => [{ type: '_paragraph', value }]

describe('what the search index has of an entry (protocol 1.12)', () => {
  test('text of a canvas in a component or a composer is indexed under every field that contains it', () => {
    const fields = {
      panel: { text: paragraph('drizzle') },
      story: [{ type: 'text', value: paragraph('thunder') }],
    }
    const entry = { fields, properties: {}, languages: {} } as unknown as StoredEntry
    const { passages, texts } = indexEntry(entry, type, model, [], () => ({ language: 'en-GB', texts: [] }))
    expect(Object.fromEntries(passages)).toEqual({
      panel: 'drizzle',
      'panel.text': 'drizzle',
      story: 'thunder',
      'story.text': 'thunder',
      searchContent: 'drizzle\nthunder',
    })
    expect(texts).toContainEqual(['story', 'thunder'])
    expect(texts).not.toContainEqual(['panel', 'drizzle'])
  })

  test('rich text is indexed with the characters that editors have written as names and numbers', () => {
    const body = { id: 'body', dataType: 'string', dataFormat: 'html' }
    const fields = { body: '<p>The caf&eacute;&rsquo;s d&#244;me &amp; t&#x175;r</p>' }
    const entry = { fields, properties: {}, languages: {} } as unknown as StoredEntry
    const ofHtml = { id: 'page', fields: [body] } as unknown as ContentType
    const { passages } = indexEntry(entry, ofHtml, model, [], () => ({ language: 'en-GB', texts: [] }))
    expect(passages.get('body')?.trim()).toBe('The café’s dôme & tŵr')
  })
})
