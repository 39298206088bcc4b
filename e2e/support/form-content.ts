import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { journeyForms, type Json } from './form-maps.ts'
import { ROOT } from './environment.ts'

/** A page with several forms: `classic/…` or `forms-api/…`, by language. */
interface FormPage {
  readonly english: string
  readonly welsh?: string
  readonly forms: Readonly<Record<string, readonly string[]>>
  readonly access?: Json
}

const PAGES: readonly FormPage[] = [
  { english: 'papers', forms: { 'en-GB': ['classic/2001'] } },
  { english: 'cards', forms: { 'en-GB': ['classic/2002', 'classic/2003', 'classic/2002'] } },
  { english: 'ticket', forms: { 'en-GB': ['classic/2004'] } },
  { english: 'garden', forms: { 'en-GB': ['classic/2005'] } },
  { english: 'pass', welsh: 'tocyn', forms: { 'en-GB': ['forms-api/pass'], cy: ['forms-api/pass'] } },
  { english: 'report', welsh: 'adrodd', forms: { 'en-GB': ['classic/1001'], cy: ['classic/1004'] } },
  { english: 'booking', forms: { 'en-GB': ['classic/1005'] } },
  {
    english: 'tax',
    welsh: 'treth',
    forms: { 'en-GB': ['forms-api/councilTaxQuestion'], cy: ['forms-api/councilTaxQuestion'] },
  },
  { english: 'permit', forms: { 'en-GB': ['classic/2007'] } },
  { english: 'everything', forms: { 'en-GB': ['classic/2006'] } },
  { english: 'members', forms: { 'en-GB': ['classic/1001'] }, access: { requireLogin: true } },
  {
    english: 'closed',
    welsh: 'ar-gau',
    forms: { 'en-GB': ['forms-api/closedPass'], cy: ['forms-api/closedPass'] },
  },
]

const ROOT_ID = 'a0000000-0000-4000-8000-000000000000'
const idOf = (index: number, kind: string): string =>
  `a000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`

const versionOf = (title: string, forms: readonly string[]): Json => ({
  versionNo: '1.0',
  modified: '2026-10-05T09:30:00Z',
  publishedAt: '2026-10-05T09:30:00Z',
  fields: {
    title,
    body: forms.map((form) => {
      const [provider, formId] = form.split('/')
      return { type: 'form', value: { formId, provider, heading: `Form ${String(formId)}` } }
    }),
  },
})

const entryOf = ({ english, forms, access }: FormPage, index: number): Json => ({
  id: idOf(index, '1'),
  projectId: 'website',
  contentTypeId: 'contentPage',
  ...(access && { access }),
  variations: Object.fromEntries(
    Object.entries(forms).map(([language, own]) => [
      language,
      { published: versionOf(`Forms: ${english}`, own) },
    ]),
  ),
})

const nodeOf = ({ english, welsh = english }: FormPage, index: number): Json => ({
  id: idOf(index, '2'),
  projectId: 'website',
  parentId: ROOT_ID,
  slug: { 'en-GB': english, cy: welsh },
  displayName: { 'en-GB': english, cy: welsh },
  entryId: idOf(index, '1'),
  isCanonical: true,
  version: { versionNo: '1.0' },
})

const HOME: FormPage = { english: '', forms: { 'en-GB': [], cy: [] } }

/**
 * Write a seed for the platform into a folder: the demonstration's forms and people, and additional forms, each on a page of its own.
 * @param isChanged whether the author of the form 2005 has changed it.
 */
export function writeFormContent(folder: string, isChanged: boolean): void {
  const from = path.join(ROOT, 'platform/content')
  mkdirSync(folder, { recursive: true })
  for (const name of [
    'project.json',
    'content-types',
    'components.json',
    'taxonomy.json',
    'users.json',
    'forms',
  ])
    cpSync(path.join(from, name), path.join(folder, name), { recursive: true })
  const pages = [...PAGES, HOME]
  const nodes = pages.map(nodeOf)
  const home = { ...nodes.at(-1), id: ROOT_ID, parentId: null }
  const content = {
    forms: journeyForms(isChanged),
    entries: pages.map(entryOf),
    nodes: [home, ...nodes.slice(0, -1)],
  }
  writeFileSync(path.join(folder, 'journeys.json'), JSON.stringify(content))
}
