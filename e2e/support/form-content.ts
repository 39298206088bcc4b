import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './place.ts'

type Json = Readonly<Record<string, unknown>>

/** One element of a form map. */
const element = (id: number, type: string, label: string, more: Json = {}): Json => ({
  id: String(id),
  uniqueid: `u${id}`,
  type,
  label,
  required: 'false',
  position: String(id),
  ...more,
})
const REQUIRED = { required: 'true' }
const items = (...names: readonly string[]): Json => ({
  listitem: names.map((name, index) => ({
    uniqueid: `i${index}-${name.toLowerCase()}`,
    name,
    value: name.toLowerCase(),
    selected: 'false',
    index: String(index),
  })),
})

interface ClassicForm {
  readonly contentId: string
  readonly version: number
  readonly title: string
  readonly pages: readonly (readonly Json[])[]
  readonly more?: Json
  readonly settings?: Json
}

const classicForm = ({ contentId, version, title, pages, more = {}, settings }: ClassicForm): Json => ({
  contentId,
  ...(settings && { settings }),
  definition: {
    ContentVersionId: version,
    form: {
      formtitle: title,
      pagecount: String(pages.length),
      SubmitButton: `Send: ${title}`,
      confirmationtype: 'ShowText',
      confirmationtext: `Thank you: ${title}.`,
      showcaptcha: 'false',
      page: pages.map((elements, index) => ({
        element: elements.map((one) => ({ ...one, pagenumber: String(index) })),
        rule: [],
      })),
      ...more,
    },
  },
})

/** Two files that must be there, two that may; and something that is kept nowhere. */
const PAPERS = classicForm({
  contentId: '2001',
  version: 201,
  title: 'Your papers',
  settings: { notify: { to: 'papers@larkmoor.example' } },
  pages: [
    [
      element(1, 'TextBox', 'Who are you?', REQUIRED),
      element(2, 'TextBox', 'Bank account', { sensitive: 'true' }),
      element(3, 'Upload', 'Birth certificate', { ...REQUIRED, allowedfiletypes: 'png,pdf' }),
      element(4, 'Upload', 'Proof of address', { allowedfiletypes: 'png,pdf' }),
      element(5, 'Upload', 'Portrait', { allowedfiletypes: 'png,jpg' }),
      element(6, 'Upload', 'Anything else', { allowedfiletypes: 'png,pdf' }),
    ],
  ],
})

const CARD = classicForm({
  contentId: '2002',
  version: 202,
  title: 'Library card',
  pages: [
    [
      element(1, 'TextBox', 'Name on the card', REQUIRED),
      element(2, 'Email', 'Email address', REQUIRED),
      element(3, 'Radio', 'Kind of card', { ...REQUIRED, fieldlayout: 'vertical', ...items('Adult', 'Child') }),
    ],
  ],
})

/** It has elements, choices and parts by the same numbers as the one that it stands beside. */
const MUSIC = classicForm({
  contentId: '2003',
  version: 203,
  title: 'Music lessons',
  pages: [
    [
      element(1, 'TextBox', 'Instrument', REQUIRED),
      element(2, 'Email', 'Email address', REQUIRED),
      element(3, 'Checkbox', 'Days', items('Monday', 'Friday')),
    ],
  ],
})

/** It asks for a captcha, and the site has no key for one. */
const TICKET = classicForm({
  contentId: '2004',
  version: 204,
  title: 'Parking ticket',
  pages: [[element(1, 'TextBox', 'Number of the ticket', REQUIRED)]],
  more: { showcaptcha: 'true' },
})

const GARDEN = { contentId: '2005', title: 'A plot to garden' }
const GARDEN_BEFORE = classicForm({
  ...GARDEN,
  version: 205,
  pages: [
    [
      element(1, 'TextBox', 'Your name', REQUIRED),
      element(2, 'TextBox', 'Which plot?'),
      element(3, 'Radio', 'How large?', items('Small', 'Large')),
    ],
    [element(4, 'Multiline', 'What will you grow?', REQUIRED)],
  ],
})
/** One question is gone, one choice is another, and there is a question more. */
const GARDEN_AFTER = classicForm({
  ...GARDEN,
  version: 206,
  pages: [
    [
      element(1, 'TextBox', 'Your name', REQUIRED),
      element(3, 'Radio', 'How large?', items('Tiny', 'Huge')),
      element(5, 'TextBox', 'Since when do you wait?', REQUIRED),
    ],
    [element(4, 'Multiline', 'What will you grow?', REQUIRED)],
  ],
})

const both = (english: string, welsh: string): Json => ({ 'en-GB': english, cy: welsh })

/** A form of the Forms API with a captcha and a key of its own, in both languages. */
const PASS: Json = {
  formTypeId: 'pass',
  projectId: 'website',
  published: {
    name: both('Bus pass', 'Tocyn bws'),
    defaultLanguage: 'en-GB',
    supportedLanguages: ['en-GB', 'cy'],
    enabled: true,
    version: { versionNo: '1.0' },
    groups: [],
    properties: { captcha: { enabled: true, siteKey: 'demo-site-key' } },
    fields: [
      {
        id: 'holder',
        name: both('Name', 'Enw'),
        dataType: 'string',
        validations: { required: { message: both('Enter your name', 'Rhowch eich enw') } },
        editor: { label: both('Name', 'Enw') },
      },
    ],
  },
}

/** A page with forms one below the other: `classic/…` or `forms-api/…`, by language. */
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
  { english: 'members', forms: { 'en-GB': ['classic/1001'] }, access: { requireLogin: true } },
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
 * Write a seed for the platform into a folder: the demonstration's forms and people, and forms that it has not, each on a page of its own.
 * @param isChanged whether the author of the form 2005 has changed it.
 */
export function writeFormContent(folder: string, isChanged: boolean): void {
  const from = path.join(ROOT, 'platform/content')
  mkdirSync(folder, { recursive: true })
  for (const name of ['project.json', 'content-types', 'components.json', 'taxonomy.json', 'users.json', 'forms'])
    cpSync(path.join(from, name), path.join(folder, name), { recursive: true })
  const pages = [...PAGES, HOME]
  const nodes = pages.map(nodeOf)
  const home = { ...nodes.at(-1), id: ROOT_ID, parentId: null }
  const content = {
    forms: [PAPERS, CARD, MUSIC, TICKET, isChanged ? GARDEN_AFTER : GARDEN_BEFORE, PASS],
    entries: pages.map(entryOf),
    nodes: [home, ...nodes.slice(0, -1)],
  }
  writeFileSync(path.join(folder, 'journeys.json'), JSON.stringify(content))
}
