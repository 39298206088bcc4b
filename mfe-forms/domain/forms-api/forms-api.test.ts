import type { JsonObject } from '@tessera/shared/contract'
import { postedValues } from '../fields/field-kinds.ts'
import { initialValues } from '../fields/initial-values.ts'
import { fieldsOf, type Field } from '../form-definition.ts'
import { validateField } from '../validate-field.ts'
import { providerOf } from '../form-provider.ts'
import { entryJson } from './entry-json.ts'
import { readContentType } from './read-content-type.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const source = { formId: 'askUs', language: 'cy', sanitise: (html: string) => `clean:${html}`, now: NOON }
const field = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  name: { cy: `${id} cy`, 'en-GB': id },
  ...more,
})
const aType = (fields: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: 'askUs',
  projectId: 'website',
  language: 'cy',
  name: { cy: 'Gofyn' },
  version: { versionNo: '2.0' },
  fields,
  ...more,
})
const CHOICE = { allowedValues: { labeledValues: [{ value: 'a', label: 'A' }] } }
const fieldOf = (more: JsonObject) => readContentType(aType([field('a', more)]), source).pages[0]!.fields[0]!

describe('a form of the Forms API (reference forms 3.1)', () => {
  test('has its groups as pages, with title and description in its language', () => {
    const definition = readContentType(
      aType([field('one', { groupId: 'g1' }), field('two', { groupId: 'gone' })], {
        groups: [{ id: 'g1', name: { cy: 'Amdanoch', en: 'You' }, description: '<p>x</p>' }, { id: 'empty' }],
        properties: { captcha: { enabled: true, siteKey: 'k' }, localizations: { submit: 'Anfon' } },
      }),
      source,
    )
    expect(definition).toMatchObject({
      provider: 'forms-api',
      formId: 'askUs',
      contentVersionId: '2.0',
      title: 'Gofyn',
      numberOfPages: 2,
      submitLabel: 'Anfon',
      hasCaptcha: true,
      target: { projectId: 'website', language: 'cy' },
      pages: [
        { title: 'Amdanoch', description: 'clean:<p>x</p>', fields: [{ id: 'one', label: 'one cy' }] },
        { fields: [{ id: 'two' }] },
      ],
    })
  })

  test.each([
    ['Read **how** we use\nit', '<p>Read <strong>how</strong> we use\nit</p>'],
    ['[Privacy](/privacy)', '<p><a href="/privacy">Privacy</a></p>'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['Read <b>this</b>', '<p>Read <b>this</b></p>'],
    ['<div>\n\n    <p>Read</p>\n</div>', '<div>\n<p>Read</p>\n</div>'],
    ['<div>\n\n    Read\n</div>', '<div>\n<p>Read</p>\n</div>'],
    [
      '1. a\n\n   <b>b</b>\n2. c',
      '<ol>\n<li>\n<p>a</p>\n<p><b>b</b></p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ol>',
    ],
    ['<h3>First</h3>\n\nRead **this**', '<h3>First</h3>\n<p>Read <strong>this</strong></p>'],
  ])('the description of a page is Markdown, or HTML: %j', (description, html) => {
    const fields = [field('a', { groupId: 'g' })]
    const { pages } = readContentType(aType(fields, { groups: [{ id: 'g', description }] }), source)
    expect(pages[0]?.description).toBe(`clean:${html}`)
  })

  test.each([
    ['Eight digits, for example 4001 < 5000 & *2.', 'Eight digits, for example 4001 < 5000 & *2.'],
    ['On the **back** of `your` _bill_\nat the top', 'On the back of your bill at the top'],
    ['See [your bill](/bill), or <https://a.test>', 'See your bill (/bill), or https://a.test'],
    ['As <first name>, or <you@a.test>', 'As <first name>, or you@a.test'],
    [
      'Enter <code> or <b>both</b>, see [https://a.test](https://a.test)',
      'Enter <code> or <b>both</b>, see https://a.test',
    ],
    ['`<br>` or &lt;br&gt; is a line break', '<br> or <br> is a line break'],
  ])('instructions in Markdown are told as plain text: %j', (instructions, text) =>
    expect(fieldOf({ editor: { instructions } }).instructions).toBe(text),
  )

  test('in survey mode each field is a page', () => {
    const definition = readContentType(
      aType([field('a'), field('b')], { properties: { mode: 'survey' } }),
      source,
    )
    expect(definition.pages.map(({ fields }) => fields.length)).toEqual([1, 1])
  })

  test('a hidden field has no separate page: neither in survey mode nor as the only one of its group', () => {
    const hidden = { editor: { properties: { hidden: true } } }
    const fields = [field('h1', { ...hidden, groupId: 'one' }), field('a'), field('h2', hidden), field('b')]
    const idsOf = (more: JsonObject) =>
      readContentType(aType(fields, more), source).pages.map((page) => page.fields.map(({ id }) => id))
    expect(idsOf({ properties: { mode: 'survey' } })).toEqual([['a', 'h1', 'h2'], ['b']])
    expect(idsOf({ groups: [{ id: 'one' }] })).toEqual([['a', 'h2', 'b', 'h1']])
  })

  test('a page with a text and hidden fields alone is shown', () => {
    const hidden = field('h1', { editor: { properties: { hidden: true } }, groupId: 'one' })
    const groups = [{ id: 'one', description: { 'en-GB': '<p>Welcome</p>' } }]
    const { pages } = readContentType(aType([hidden, field('a')], { groups }), source)
    expect(pages.map(({ fields }) => fields.map(({ id }) => id))).toEqual([['h1'], ['a']])
    expect(pages[0]?.description).toContain('Welcome')
  })

  test.each([
    [{ dataType: 'string', editor: { id: 'text' } }, 'TextBox'],
    [{ dataType: 'string', editor: { id: 'multiline' } }, 'Multiline'],
    [{ dataType: 'string', dataFormat: 'email', editor: { id: 'text' } }, 'Email'],
    [{ dataType: 'string', dataFormat: 'phone' }, 'Phone'],
    [{ dataType: 'string', dataFormat: 'url' }, 'Website'],
    [{ dataType: 'integer' }, 'Number'],
    [{ dataType: 'decimal', editor: { id: 'decimal' } }, 'Number'],
    [{ dataType: 'string', editor: { id: 'list' } }, 'Radio'],
    [{ dataType: 'string', editor: { id: 'list-dropdown' } }, 'Dropdown'],
    [{ dataType: 'stringArray', editor: { id: 'multi-select' } }, 'Checkbox'],
    [{ dataType: 'boolean', editor: { id: 'checkbox' } }, 'Checkbox'],
    [{ dataType: 'dateTime', editor: { id: 'dateparts' } }, 'Date'],
    [{ dataType: 'string', dataFormat: 'time', editor: { id: 'timeparts' } }, 'Time'],
    [{ dataType: 'string', editor: { id: 'text', properties: { hidden: true } } }, 'HiddenField'],
    [{ dataType: 'hologram' }, 'TextBox'],
    [{ dataType: 'string', validations: CHOICE }, 'Radio'],
    [{ dataType: 'stringArray', validations: CHOICE }, 'Checkbox'],
    [{ dataType: 'boolean', validations: CHOICE }, 'Checkbox'],
    [{ dataType: 'string', editor: { id: 'text' }, validations: CHOICE }, 'TextBox'],
    [{ dataType: 'string', editor: { id: 'radio' }, validations: CHOICE }, 'Radio'],
    [{ dataType: 'string', dataFormat: 'email', editor: { id: 'list-dropdown' } }, 'Dropdown'],
  ] as const)('%j is a %s', (more, type) => {
    expect(fieldOf(more).type).toBe(type)
  })

  test.each([
    ['list-dropdown', ['a', 'b'], ['Dewiswch fil', 'a', 'b']],
    ['list-dropdown', ['', 'b'], ['', 'b']],
    ['list', ['a', 'b'], ['a', 'b']],
  ])('the placeholder of a %s of %j is its item without a value, unless the author has one', (...given) => {
    const [id, values, names] = given
    const editor = { id, properties: { placeholderText: { cy: 'Dewiswch fil' } } }
    const read = fieldOf({ editor, validations: { required: {}, allowedValues: { values } } })
    expect(read.options?.map(({ name }) => name)).toEqual(names)
    expect(validateField(read, '')).toHaveLength(1)
  })

  test('choices may have their labels beside them', () => {
    const labeledValues = [{ value: 'bill', label: { cy: 'Fy mil' } }, { value: 'other' }]
    const { options } = fieldOf({ editor: { id: 'list' }, validations: { allowedValues: { labeledValues } } })
    expect(options).toMatchObject([
      { id: 'bill', name: 'Fy mil', value: 'bill' },
      { id: 'other', name: 'other' },
    ])
  })

  test('has a review where its author has set one', () => {
    const read = (properties: JsonObject) => readContentType(aType([field('a')], { properties }), source)
    expect(read({ review: true }).hasReview).toBe(true)
    expect(read({})).not.toHaveProperty('hasReview')
  })

  test.each([
    [{ autoCloseForm: true, autoCloseDateTime: '2026-03-01T12:00:00' }, {}, 'Rhy hwyr', undefined],
    [{ autoCloseForm: true, autoCloseDateTime: '2026-03-01T12:00:01' }, {}, undefined, NOON + 1_000],
    [{ autoCloseForm: true, autoCloseDateTime: '2026-03-01T13:00:00+01:00' }, {}, 'Rhy hwyr', undefined],
    [{ autoCloseForm: true, autoCloseDateTime: '2026-03-01' }, {}, 'Rhy hwyr', undefined],
    [{ autoCloseForm: false, autoCloseDateTime: '2026-03-01T12:00:00' }, {}, undefined, undefined],
    [{ autoCloseForm: true }, {}, undefined, undefined],
    [{}, { enabled: false }, '', undefined],
  ])(
    'at noon on 1 March, with %j and %j, what it says of being closed is %j, and it closes at %j',
    (closing, more, message, opens) => {
      const properties = { ...closing, localizations: { closedReasonMessage: { cy: 'Rhy hwyr' } } }
      const type = aType([field('a')], { ...more, properties })
      const { closedMessage, closesAt } = readContentType(type, source)
      expect({ closedMessage, closesAt }).toEqual({ closedMessage: message, closesAt: opens })
    },
  )

  test.each([
    [{ required: { message: null } }, true],
    [{ required: true }, true],
    [{ required: false }, undefined],
    [{ required: null }, undefined],
    [{}, undefined],
  ])('with the validations %j a field has isRequired %j', (validations, isRequired) => {
    expect(fieldOf({ validations }).isRequired).toBe(isRequired)
  })

  test('validations are rules, with their author’s words', () => {
    const validations = {
      required: { message: { cy: 'Rhaid' } },
      minLength: { value: 2 },
      maxLength: 9,
      min: { value: 1, message: 'Rhy fach' },
      regex: { pattern: '^a', flags: 'i', message: 'Rhaid cael a' },
    }
    expect(fieldOf({ validations })).toMatchObject({
      isRequired: true,
      minLength: 2,
      maxLength: 9,
      ownMessages: { required: 'Rhaid', tooSmall: 'Rhy fach', notPattern: 'Rhaid cael a' },
      checks: [
        { rule: 'min', limit: 1 },
        { rule: 'pattern', pattern: '^a', flags: 'i' },
      ],
    })
    expect(fieldOf({ validations: { allowedValue: { value: true } } }).checks).toEqual([{ rule: 'accepted' }])
  })

  test('a pattern may be written with its flags', () => {
    const checks = fieldOf({ validations: { regex: { pattern: '/^\\d{8}$/i' } } }).checks
    expect(checks).toEqual([{ rule: 'pattern', pattern: '^\\d{8}$', flags: 'i' }])
  })

  test('options are values with their labels, and the default is chosen', () => {
    const validations = { allowedValues: { values: ['r', 'g'], labels: [{ cy: 'Coch' }, { cy: 'Gwyrdd' }] } }
    expect(fieldOf({ editor: { id: 'list' }, default: 'g', validations }).options).toEqual([
      { id: 'r', name: 'Coch', value: 'r', index: 'r', controlId: 'a-r' },
      { id: 'g', name: 'Gwyrdd', value: 'g', index: 'g', controlId: 'a-g', isSelected: true },
    ])
  })

  test.each(['constructor', '__proto__', 'toString'])(
    '%s is no type of field, however it is named',
    (odd) => {
      expect(fieldOf({ dataType: odd, dataFormat: odd, editor: { id: odd } }).type).toBe('TextBox')
    },
  )

  test('of several fields, groups or choices with one id the first is taken', () => {
    const groups = [{ id: 'g' }, { id: 'g', name: 'Again' }]
    const validations = { allowedValues: { values: ['a', 'a', 'b'] } }
    const choice = field('x', { groupId: 'g', editor: { id: 'list' }, validations })
    const { pages } = readContentType(aType([choice, { ...choice, name: 'Again' }], { groups }), source)
    expect(pages.map(({ fields }) => fields.length)).toEqual([1])
    expect(pages[0]!.fields[0]!.options!.map(({ value }) => value)).toEqual(['a', 'b'])
  })

  test('a whole number that JSON does not keep is too large or too small, and no other', () => {
    const seats = field('seats', { dataType: 'integer', validations: { max: { value: 9 } } })
    const [any, own] = fieldsOf(
      readContentType(aType([field('any', { dataType: 'integer' }), seats]), source),
    )
    const codes = (of: Field | undefined, text: string) => validateField(of!, text).map(({ code }) => code)
    expect(codes(any, '9007199254740991')).toEqual([])
    expect(codes(any, '12345678901234567890')).toEqual(['tooLarge'])
    expect(codes(any, '-12345678901234567890')).toEqual(['tooSmall'])
    expect(codes(any, '1.5')).toEqual(['notInteger'])
    expect(codes(own, '10')).toEqual(['tooLarge'])
  })

  test('without a field it is no form; the reference number is no field', () => {
    const reference = field('reference', { dataFormat: 'reference' })
    expect(() => readContentType(aType([reference]), source)).toThrow(
      expect.objectContaining({ code: 'forms/map-unusable' }),
    )
    expect(readContentType(aType([reference, field('a')]), source).target).toMatchObject({
      referenceFieldId: 'reference',
    })
  })

  const definition = readContentType(
    aType([
      field('text'),
      field('seats', { dataType: 'integer' }),
      field('ok', { dataType: 'boolean' }),
      field('days', {
        dataType: 'stringArray',
        editor: { id: 'multi-select' },
        validations: { allowedValues: { values: ['mo', 'tu'] } },
      }),
      field('at', { dataFormat: 'time' }),
      field('blank'),
    ]),
    source,
  )
  const values = {
    text: 'Ada',
    seats: '07',
    ok: ['true'],
    days: ['mo', 'tu'],
    at: { hours: '9', minutes: '05', period: 'PM' },
    blank: '',
  }
  const json = { text: 'Ada', seats: 7, ok: true, days: ['mo', 'tu'], at: '21:05' }

  test('is posted as typed JSON to its language, with the captcha’s token in a header', () => {
    expect(entryJson(definition, values)).toEqual(json)
    expect(providerOf(definition).post(definition, values, { captchaToken: 'tok' })).toEqual({
      path: '/api/forms/projects/website/contentTypes/askUs/languages/cy/entries',
      contentType: 'application/json',
      headers: { 'g-recaptcha-response': 'tok' },
      body: JSON.stringify(json),
    })
    expect(providerOf(definition).post(definition, values, { captchaToken: null }).headers).toEqual({})
  })

  test.each([
    ['list', 'tu'],
    ['list-dropdown', 'tu'],
  ])('the one choice of a list with the editor %s is posted as a list', (editor, value) => {
    const validations = { allowedValues: { values: ['mo', 'tu'] } }
    const days = field('days', { dataType: 'stringArray', editor: { id: editor }, validations })
    const form = readContentType(aType([days]), source)
    expect(entryJson(form, { days: value })).toEqual({ days: ['tu'] })
    expect(entryJson(form, { days: '' })).toEqual({})
  })

  test.each([['web'], [['web']]])('a hidden list with the default %j is posted as a list', (given) => {
    const editor = { properties: { hidden: true } }
    const form = readContentType(
      aType([field('a'), field('from', { dataType: 'stringArray', default: given, editor })]),
      source,
    )
    expect(entryJson(form, initialValues(form))).toEqual({ from: ['web'] })
  })

  const aClock = (timeFormat: string, more: JsonObject = {}) =>
    readContentType(
      aType([
        field('at', { dataFormat: 'time', editor: { id: 'time', properties: { timeFormat } }, ...more }),
      ]),
      source,
    )
  test.each([
    ['24h', { hours: '21', minutes: '05' }, '21:05'],
    ['24h', { hours: '0', minutes: '30' }, '00:30'],
    ['12h', { hours: '12', minutes: '30', period: 'AM' }, '00:30'],
    ['12h', { hours: '9', minutes: '05', period: 'PM' }, '21:05'],
  ])('a time of %s as it was typed, %j, is posted as %s and read back', (timeFormat, at, text) => {
    const form = aClock(timeFormat)
    const names = form.pages[0]!.fields[0]!.parts!.map(({ name }) => name)
    expect(names).toEqual(timeFormat === '24h' ? ['hours', 'minutes'] : ['hours', 'minutes', 'period'])
    expect(entryJson(form, { at })).toEqual({ at: text })
    const back = postedValues(form, [['at', text]])
    expect(entryJson(form, back)).toEqual({ at: text })
    expect(validateField(form.pages[0]!.fields[0]!, back['at'])).toEqual([])
  })

  test.each([
    ['24h', '23:59', []],
    ['24h', '24:00', ['notHoursOfDay']],
    ['12h', '23:59', []],
    ['12h', '25:00', ['notHours']],
    ['12h', '9:75', ['notMinutes']],
  ])('a time of %s that is posted as %s has these errors: %j', (timeFormat, text, codes) => {
    const form = aClock(timeFormat)
    const { at } = postedValues(form, [['at', text]])
    expect(validateField(form.pages[0]!.fields[0]!, at).map(({ code }) => code)).toEqual(codes)
  })

  const aMoment = (editor: string, validations: JsonObject = {}) =>
    readContentType(
      aType([field('at', { dataType: 'dateTime', editor: { id: editor }, validations })]),
      source,
    )

  test.each([
    ['datetime', '2026-03-14T09:30', []],
    ['datetimeparts', '2026-03-14T09:30:15', []],
    ['datetime', '2026-03-14', ['notPattern']],
    ['datetime', '2026-02-30T09:30', ['notPattern']],
    ['datetime', '2026-03-14T24:30', ['notPattern']],
    ['date', '2026-03-14', []],
    ['dateparts', '2026-03-14T09:30', ['notDate']],
  ])('a %s that is answered with %s has these errors: %j', (editor, text, codes) => {
    const form = aMoment(editor)
    const values = postedValues(form, [['at', text]])
    expect(validateField(form.pages[0]!.fields[0]!, values['at']).map(({ code }) => code)).toEqual(codes)
    if (codes.length === 0) expect(entryJson(form, values)).toEqual({ at: text })
  })

  test('a time that its author has given is filled in', () => {
    expect(initialValues(aClock('24h', { default: '14:00' }))).toEqual({ at: { hours: '14', minutes: '00' } })
    expect(initialValues(aClock('12h', { default: '14:00' }))).toEqual({
      at: { hours: '2', minutes: '00', period: 'PM' },
    })
  })

  // Noon in Greenwich is one in Larkmoor's summer.
  test.each([
    [{ dataType: 'dateTime', editor: { id: 'date' } }, '2026-07-01'],
    [{ dataType: 'dateTime', editor: { id: 'datetimeparts' } }, '2026-07-01T13:05'],
    [{ dataType: 'dateTime', editor: { id: 'datetime', properties: { hidden: true } } }, '2026-07-01T13:05'],
    [
      { dataFormat: 'time', editor: { id: 'time' } },
      { hours: '1', minutes: '05', period: 'PM' },
    ],
    [{ dataType: 'dateTime', default: ['now()'] }, '2026-07-01'],
  ])('%j with the default now() is filled in with %j, which caches keep for a minute', (more, value) => {
    const now = Date.UTC(2026, 6, 1, 12, 5)
    const type = aType([field('at', { default: 'now()', ...more })])
    const form = readContentType(type, { ...source, now })
    expect(initialValues(form)).toEqual({ at: value })
    expect(form.freshUntil).toBe(now + 60_000)
  })

  test('a text with the default now() starts empty, and caches keep its form like any other', () => {
    const form = readContentType(aType([field('at', { dataType: 'string', default: 'now()' })]), source)
    expect(initialValues(form)).toEqual({ at: '' })
    expect(form.freshUntil).toBeUndefined()
  })

  test('several choices may be given', () => {
    const validations = { allowedValues: { values: ['mo', 'tu', 'we'] } }
    const days = field('days', { dataType: 'stringArray', default: ['mo', 'we'], validations })
    const form = readContentType(aType([days]), source)
    expect(initialValues(form)).toEqual({ days: ['mo', 'we'] })
  })

  test('what was posted is read back as it was filled in', () => {
    const entries = Object.entries(json).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [name, each] as const) : [[name, String(value)] as const],
    )
    expect(postedValues(definition, entries)).toEqual({
      ...values,
      seats: '7',
      blank: undefined,
    })
  })
})
