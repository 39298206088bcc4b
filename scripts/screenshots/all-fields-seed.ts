import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** The example of the conformance cases: a form with fields of all types, on three pages. */
const EXAMPLE = path.join(ROOT, 'mfe-forms/testing/conformance/form-map.json')
/** The entry and node from which its pages are copied. */
const MODEL = { entry: 'contentPage/book-an-appointment', node: 'node/contact/book-an-appointment' }
const FORM_ID = '1999'
const PAGES = [
  {
    slug: 'all-field-types',
    title: 'All types of fields',
    formId: FORM_ID,
    id: '00000000-0000-4000-8000-00000000f001',
  },
  { slug: 'no-such-form', title: 'No such form', formId: '1998', id: '00000000-0000-4000-8000-00000000f002' },
] as const

interface Seed {
  readonly entries: readonly { readonly key: string }[]
  readonly nodes: readonly { readonly key: string; readonly parentId?: string | null; readonly id: string }[]
}

/** Copy the demonstration content into a folder, and add a page with a form of all field types and one whose form does not exist. */
export function writeAllFieldsSeed(folder: string): void {
  const content = path.join(ROOT, 'platform/content')
  cpSync(content, folder, { recursive: true })
  const read = (file: string) => JSON.parse(readFileSync(path.join(content, file), 'utf8')) as Seed
  const entry = read('entries/forms.json').entries.find(({ key }) => key === MODEL.entry)
  const node = read('nodes/forms.json').nodes.find(({ key }) => key === MODEL.node)
  const root = read('nodes/site.json').nodes.find(({ parentId }) => !parentId)
  if (!entry || !node || !root)
    throw new Error('The demonstration content has not what the pages of all fields are copied from')
  write(folder, 'forms/all-fields.json', {
    forms: [
      {
        key: 'form/all-fields',
        contentId: FORM_ID,
        definition: JSON.parse(readFileSync(EXAMPLE, 'utf8')) as unknown,
      },
    ],
  })
  write(folder, 'entries/all-fields.json', {
    entries: PAGES.map(({ slug, title, formId, id }) =>
      changed(entry, (name, value) => {
        if (name === 'key') return `contentPage/${slug}`
        if (name === 'id' && value !== null) return id
        if (name === 'title') return title
        if (name === 'formId') return formId
        return name === 'heading' || name === 'phrases' ? undefined : value
      }),
    ),
  })
  write(folder, 'nodes/all-fields.json', {
    nodes: PAGES.map(({ slug, title, id }) => ({
      ...node,
      key: `node/${slug}`,
      id: id.replace('f00', 'e00'),
      parentId: root.id,
      slug: { 'en-GB': slug },
      displayName: { 'en-GB': title },
      entryId: id,
      includeInMenu: false,
    })),
  })
}

const write = (folder: string, file: string, value: unknown): void =>
  writeFileSync(path.join(folder, file), JSON.stringify(value))

const changed = (value: unknown, change: (name: string, value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(value), change)
