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

/** Two required and two optional files; and an answer that drafts never store. */
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

/** Its elements, choices and parts have the same numbers as those of the other form on its page. */
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

/** It requires a captcha, but the site has no key for one. */
const TICKET = classicForm({
  contentId: '2004',
  version: 204,
  title: 'Parking ticket',
  pages: [[element(1, 'TextBox', 'Number of the ticket', REQUIRED)]],
  more: { showcaptcha: 'true' },
})

/** Once it is sent, its author sends the visitor to another site. */
const PERMIT = classicForm({
  contentId: '2007',
  version: 208,
  title: 'Parking permit',
  pages: [[element(1, 'TextBox', 'Number plate', REQUIRED)]],
  more: { confirmationtype: 'RedirectUrl', confirmationtext: 'https://pay.example/permit?from=form' },
})

const TIME = {
  houruniqueid: 't1',
  minutesuniqueid: 't2',
  secondsuniqueid: 't3',
  perioduniqueid: 't4',
}
const HINT = (type: string): Json => ({ ...REQUIRED, description: `Hint for ${type}.` })

/** A field of every type, each required and with a hint. */
const EVERYTHING = classicForm({
  contentId: '2006',
  version: 207,
  title: 'Everything',
  pages: [
    [
      element(1, 'SectionBreak', 'About you'),
      element(2, 'TextBox', 'Nickname', HINT('TextBox')),
      element(3, 'Number', 'Shoe size', HINT('Number')),
      element(4, 'Website', 'Home page', HINT('Website')),
      element(5, 'Email', 'Post box', HINT('Email')),
      element(6, 'Phone', 'Telephone', HINT('Phone')),
      element(7, 'Multiline', 'Story', HINT('Multiline')),
      element(8, 'Date', 'Birthday', HINT('Date')),
      element(9, 'Dropdown', 'Colour', { ...HINT('Dropdown'), ...items('Red', 'Blue') }),
      element(10, 'Upload', 'Photograph', HINT('Upload')),
      element(11, 'Radio', 'Meal', { ...HINT('Radio'), ...items('Soup', 'Salad') }),
      element(12, 'Checkbox', 'Days', { ...HINT('Checkbox'), ...items('Monday', 'Friday') }),
      element(13, 'Name', 'Full name', {
        ...HINT('Name'),
        namefirstuniqueid: 'n1',
        namelastuniqueid: 'n2',
      }),
      element(14, 'Address', 'Home', {
        ...HINT('Address'),
        streetaddressuniqueid: 'a1',
        cityuniqueid: 'a2',
        postcodeuniqueid: 'a3',
      }),
      element(15, 'Time', 'Alarm', { ...HINT('Time'), ...TIME }),
      element(16, 'HiddenField', 'campaign', { predefinedvalue: 'autumn' }),
    ],
  ],
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
/** The changed form: one question is removed, one choice is replaced, and one question is added. */
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

/** A form of the Forms API in both languages. */
const passForm = (formTypeId: string, properties: Json): Json => ({
  formTypeId,
  projectId: 'website',
  published: {
    name: both('Bus pass', 'Tocyn bws'),
    defaultLanguage: 'en-GB',
    supportedLanguages: ['en-GB', 'cy'],
    enabled: true,
    version: { versionNo: '1.0' },
    groups: [],
    properties,
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
})
/** With a captcha and a key of its own. */
const PASS = passForm('pass', { captcha: { enabled: true, siteKey: 'demo-site-key' } })
/** Closed by its author. */
const CLOSED = passForm('closedPass', {
  autoCloseForm: true,
  autoCloseDateTime: '2026-03-01T12:00:00',
  localizations: {
    closedReasonMessage: both('Applications closed on 1 March.', 'Caeodd y ceisiadau ar 1 Mawrth.'),
  },
})

/** The forms of the journeys that the demonstration does not need. @param isChanged whether the author of the form 2005 has changed it. */
export const journeyForms = (isChanged: boolean): readonly Json[] => [
  PAPERS,
  CARD,
  MUSIC,
  TICKET,
  PERMIT,
  EVERYTHING,
  isChanged ? GARDEN_AFTER : GARDEN_BEFORE,
  PASS,
  CLOSED,
]
