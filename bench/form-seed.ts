import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../scripts/paths/root.ts'

const DEMONSTRATION = path.join(ROOT, 'platform/content')
/** The demonstration's page whose copies the bench uses, and the form on most of them. */
const MODEL = 'report-a-problem'
/** Pages with that form: as many as the `search` section has terms. */
const ORDINARY = Array.from({ length: 20 }, (_, at) => `bench-form-${at}`)

/** The parent of every page of `writeFormSeed`. */
const PARENT = '/contact'
const pathOf = (slug: string): string => `${PARENT}/${slug}`

/** Pages with copies of a demonstration form, a different form on each. */
export const FORM_PAGES = ORDINARY.map(pathOf)
/** Sizes of the large forms: the 30 pages with 10 fields each, and all fields on one page. */
export const LARGE_FORMS = {
  pages: { pages: 30, fieldsOfPage: 10, path: pathOf('bench-thirty-pages') },
  page: { pages: 1, fieldsOfPage: 300, path: pathOf('bench-one-page') },
} as const
/** Least length of a text in a large form; the last text of the first and of the last page is required. */
export const LEAST_LETTERS = 2

/** The form for posts and files, and the ids of its fields. */
export const POSTED = {
  formId: '9002',
  versionId: '902',
  path: pathOf('bench-posted'),
  fileElement: '3',
} as const
const FILE_MEGABYTES = 256

interface Element {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly required?: 'true'
  readonly rangemin?: string
}
interface SeedForm {
  readonly contentId: string
  readonly versionId: number
  readonly title: string
  readonly pages: readonly (readonly Element[])[]
}

/**
 * Write the demonstration content with forms of the bench's own into a folder: pages with an ordinary form, two large forms, and one that
 * takes large files.
 */
export function writeFormSeed(folder: string): void {
  cpSync(DEMONSTRATION, folder, { recursive: true })
  const model = readModel()
  const own = [
    toForm(largeForm(9_000, LARGE_FORMS.pages)),
    toForm(largeForm(9_001, LARGE_FORMS.page)),
    { ...toForm(POSTED_FORM), settings: { maxFileBytes: FILE_MEGABYTES * 1_024 * 1_024 } },
  ]
  const ordinary = ORDINARY.map((_slug, at) => ({
    ...model.form,
    key: `form/bench-${at}`,
    contentId: String(9_100 + at),
    definition: { ...model.form.definition, ContentVersionId: 910 + at },
  }))
  const shown = [
    ...['bench-thirty-pages', 'bench-one-page', 'bench-posted'].map((slug, at) => ({ slug, form: own[at] })),
    ...ORDINARY.map((slug, at) => ({ slug, form: ordinary[at] })),
  ]
  write(folder, 'forms', { forms: [...own, ...ordinary] })
  write(folder, 'entries', {
    entries: shown.map(({ slug, form }, at) => toEntry(at, slug, form?.contentId ?? '', model.fields)),
  })
  write(folder, 'nodes', { nodes: shown.map(({ slug }, at) => toNode(at, slug, model.parentId)) })
}

const write = (folder: string, kind: string, content: object): void =>
  writeFileSync(path.join(folder, kind, 'bench.json'), JSON.stringify(content))

const readJson = <T>(file: string): T => JSON.parse(readFileSync(path.join(DEMONSTRATION, file), 'utf8')) as T

interface ModelForm {
  readonly key: string
  readonly contentId: string
  readonly definition: Readonly<Record<string, unknown>>
}
interface ModelEntry {
  readonly key: string
  readonly variations: Readonly<Record<string, { readonly published: { readonly fields: Fields } }>>
}
type Fields = Readonly<Record<string, unknown>>

/** The demonstration's form, the fields of its page, and the parent node of the page. */
function readModel() {
  const [form] = readJson<{ readonly forms: readonly ModelForm[] }>(`forms/${MODEL}.json`).forms
  const entries = readJson<{ readonly entries: readonly ModelEntry[] }>('entries/contact.json').entries
  const fields = entries.find(({ key }) => key.endsWith(`/${MODEL}`))?.variations['en-GB']?.published.fields
  const nodes = readJson<{ nodes: readonly { key: string; parentId: string }[] }>('nodes/contact.json').nodes
  const parentId = nodes.find(({ key }) => key.endsWith(`/${MODEL}`))?.parentId
  if (!form || !fields || parentId === undefined) throw new Error(`The demonstration has no page "${MODEL}"`)
  return { form, fields, parentId }
}

const POSTED_FORM: SeedForm = {
  contentId: POSTED.formId,
  versionId: Number(POSTED.versionId),
  title: 'A form that is posted',
  pages: [
    [
      { id: '1', type: 'TextBox', label: 'Your name', required: 'true' },
      { id: '2', type: 'Multiline', label: 'Your message', required: 'true', rangemin: '10' },
      { id: POSTED.fileElement, type: 'Upload', label: 'A file' },
    ],
  ],
}

/** Fields of several kinds, as in real forms; only those that the bench types into are required, so that it can reach every page. */
function largeForm(
  contentId: number,
  { pages, fieldsOfPage }: { readonly pages: number; readonly fieldsOfPage: number },
): SeedForm {
  const kinds = ['TextBox', 'Email', 'Number', 'Multiline', 'Phone']
  const isAsked = (page: number, field: number) =>
    field === fieldsOfPage - 1 && (page === 0 || page === pages - 1)
  return {
    contentId: String(contentId),
    versionId: contentId - 8_100,
    title: 'A large form',
    pages: Array.from({ length: pages }, (_, page) =>
      Array.from({ length: fieldsOfPage }, (_unused, field) => ({
        id: String(1 + page * fieldsOfPage + field),
        label: `Question ${1 + page * fieldsOfPage + field}`,
        ...(isAsked(page, field)
          ? { type: 'TextBox', required: 'true' as const, rangemin: String(LEAST_LETTERS) }
          : { type: kinds[field % kinds.length] ?? 'TextBox' }),
      })),
    ),
  }
}

const toForm = ({ contentId, versionId, title, pages }: SeedForm) => ({
  key: `form/${contentId}`,
  contentId,
  definition: {
    ContentVersionId: versionId,
    form: {
      formtitle: title,
      pagecount: String(pages.length),
      SubmitButton: 'Send',
      confirmationtype: 'ShowText',
      confirmationtext: 'Thank you.',
      showcaptcha: 'false',
      page: pages.map((elements, page) => ({
        element: elements.map((element) => ({
          ...element,
          uniqueid: `q${element.id.padStart(4, '0')}`,
          pagenumber: String(page),
        })),
        rule: [],
      })),
    },
  },
})

const idOf = (at: number, kind: 'b' | 'c'): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(at).padStart(12, '0')}`

function toEntry(at: number, slug: string, formId: string, fields: Fields): object {
  const version = { versionNo: '1.0', modified: '2026-10-01T09:00:00Z', publishedAt: '2026-10-01T09:00:00Z' }
  const body = [{ type: 'form', value: { formId, heading: 'The form' } }]
  return {
    id: idOf(at, 'b'),
    key: `contentPage/${slug}`,
    projectId: 'website',
    contentTypeId: 'contentPage',
    variations: { 'en-GB': { published: { ...version, fields: { ...fields, title: `Form ${at}`, body } } } },
  }
}

const toNode = (at: number, slug: string, parentId: string): object => ({
  id: idOf(at, 'c'),
  key: `node/contact/${slug}`,
  projectId: 'website',
  parentId,
  slug: { 'en-GB': slug },
  displayName: { 'en-GB': `Form ${at}` },
  entryId: idOf(at, 'b'),
  isCanonical: true,
  includeInMenu: false,
})
