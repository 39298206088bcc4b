/** A part of a seed. */
export type Json = Readonly<Record<string, unknown>>

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
      element(3, 'Radio', 'Kind of card', {
        ...REQUIRED,
        fieldlayout: 'vertical',
        ...items('Adult', 'Child'),
      }),
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

/** The forms of the journeys: those that the demonstration has no use for. @param isChanged whether the author of the form 2005 has changed it. */
export const journeyForms = (isChanged: boolean): readonly Json[] => [
  PAPERS,
  CARD,
  MUSIC,
  TICKET,
  isChanged ? GARDEN_AFTER : GARDEN_BEFORE,
  PASS,
]
