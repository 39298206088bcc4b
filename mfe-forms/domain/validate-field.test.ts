import { catalogues } from '../messages/index.ts'
import { aField, OPTIONS } from '../testing/builders.ts'
import { errorText } from './error-text.ts'
import type { Field, FieldValue } from './form-definition.ts'
import { validateField } from './validate-field.ts'

const errorsOf = (field: Partial<Field>, value: FieldValue) =>
  validateField(aField({ label: 'Email', ...field }), value)
const textsOf = (field: Partial<Field>, value: FieldValue, language = 'en-GB') =>
  errorsOf(field, value).map((error) => errorText(error, catalogues[language]!))

describe('validation (specification 5, Forms)', () => {
  test.each([
    'TextBox',
    'Email',
    'Number',
    'Website',
    'Phone',
    'Multiline',
    'Date',
    'Dropdown',
    'Radio',
    'Upload',
  ] as const)('a required %s must be filled in, said after it was left', (type) => {
    expect(errorsOf({ type, isRequired: true }, '')).toEqual([
      { fieldId: 'ctrl_1-69-a', label: 'Email', code: 'required', when: 'onBlur' },
    ])
    expect(textsOf({ type, isRequired: true }, '')).toEqual(['Email is a required field'])
    expect(textsOf({ type }, '')).toEqual([])
  })

  test('white space fills nothing in', () => {
    expect(textsOf({ isRequired: true }, '   ')).toEqual(['Email is a required field'])
  })

  test.each(['\u0000'.repeat(11), '\u200B'.repeat(20), ' \u00AD\uFEFF\u3164', '\u200D'])(
    'characters that nobody sees fill nothing in: %j',
    (value) => {
      expect(textsOf({ isRequired: true, minLength: 1 }, value)).toEqual(['Email is a required field'])
      const name = validateField(aField({ type: 'Name', isRequired: true }), {
        firstName: value,
        lastName: 'x',
      })
      expect(name).toMatchObject([{ code: 'required', part: 'firstName' }])
    },
  )

  test.each(['\u{1F468}\u200D\u{1F469}', 'می\u200Cخواهم', 'a'])('what is seen fills it in: %j', (value) => {
    expect(errorsOf({ isRequired: true }, value)).toEqual([])
  })

  test.each([
    ['7', true],
    ['-0.5', true],
    ['1e3', true],
    [' 12 ', true],
    ['', true],
    ['1,5', false],
    ['--5', false],
    ['１２', false],
    ['NaN', false],
    ['1e400', false],
    ['10-15', false],
  ])('the number %j is one: %j', (value, isValid) => {
    for (const isRequired of value === '' ? [false] : [false, true])
      expect(errorsOf({ type: 'Number', isRequired }, value)).toMatchObject(
        isValid ? [] : [{ code: 'notNumber', when: 'onBlur' }],
      )
    expect(textsOf({ type: 'Number' }, value)).toEqual(isValid ? [] : ['Email must be a number'])
    expect(textsOf({ type: 'Number' }, value, 'cy')).toEqual(isValid ? [] : ['Rhaid i Email fod yn rhif'])
  })

  test('a drop-down of "null" is empty', () => {
    expect(textsOf({ type: 'Dropdown', isRequired: true }, 'null')).toEqual(['Email is a required field'])
  })

  test('a required checkbox group needs one option', () => {
    const group = { type: 'Checkbox', isRequired: true, options: OPTIONS } as const
    expect(textsOf(group, [])).toEqual(['Email is a required field'])
    expect(textsOf(group, ['y1'])).toEqual([])
  })

  test.each([
    ['ab', 3, 'Email must be at least 3 characters long'],
    ['', 3, null],
    ['abc', 3, null],
  ])('%j with at least %i characters: %j', (value, minLength, message) => {
    expect(textsOf({ minLength }, value)).toEqual(message ? [message] : [])
    expect(errorsOf({ minLength }, value).map(({ when }) => when)).toEqual(message ? ['onChange'] : [])
  })

  test('one character is singular', () => {
    expect(catalogues['en-GB'].tooShort('Email', 1)).toBe('Email must be at least 1 character long')
  })

  test('too long is reported at once', () => {
    expect(errorsOf({ maxLength: 3 }, 'abcd')).toMatchObject([
      { code: 'tooLong', limit: 3, when: 'onChange' },
    ])
    expect(textsOf({ maxLength: 3 }, 'abcd')).toEqual(['Email must be no more than 3 characters long'])
    expect(errorsOf({ maxLength: 3 }, 'abc')).toEqual([])
  })

  test.each(['TextBox', 'Multiline', 'Number', 'Website', 'Email', 'Phone'] as const)(
    'the %s of more than 100,000 characters is too long if its author says nothing else',
    (type) => {
      const tooLong = { code: 'tooLong', limit: 100_000, when: 'onChange' }
      expect(errorsOf({ type }, '1'.repeat(100_001))).toContainEqual(expect.objectContaining(tooLong))
      expect(errorsOf({ type }, '1'.repeat(100_000))).not.toContainEqual(expect.objectContaining(tooLong))
      expect(errorsOf({ type, maxLength: 100_001 }, '1'.repeat(100_001))).not.toContainEqual(
        expect.objectContaining(tooLong),
      )
    },
  )

  test.each([
    ['ada@hillside.example', true],
    ["o'brien+news@mail.larkmoor.example", true],
    ['ada@localhost', false],
    ['ada.hillside.example', false],
    ['a b@hillside.example', false],
    ['a@[192.0.2.1]', true],
    ['a..b@hillside.example', false],
    ['é@hillside.example', false],
    ['ada@hillside.example, bob@x.example', false],
    ['@x.example', false],
    ['ada@-x.example', false],
  ])('email %j is valid: %j', (value, isValid) => {
    expect(textsOf({ type: 'Email' }, value)).toEqual(isValid ? [] : ['Email is not a valid email address'])
  })

  test.each([
    ['https://www.larkmoor.example/path?x=1', true],
    ['larkmoor.example', true],
    ['http://larkmoor.example:8080', true],
    ['larkmoor', false],
    ['javascript:alert(1)', false],
    ['https://a b.example', false],
  ])('website %j is valid: %j', (value, isValid) => {
    expect(textsOf({ type: 'Website' }, value)).toEqual(
      isValid ? [] : ['Email is not a valid website address'],
    )
  })

  test.each([
    ['+44 (0)1632 960-100', true],
    ['01632.960/100', true],
    // As copied from a telephone's contacts, and from a page that keeps its numbers together.
    ['\u202A+44 1632 960100\u202C', true],
    ['01632\u2011960\u2013100', true],
    ['ring me', false],
    ['++44', false],
    ['()', false],
  ])('telephone %j is valid: %j', (value, isValid) => {
    expect(textsOf({ type: 'Phone' }, value)).toEqual(
      isValid ? [] : ['Email is not a valid telephone number'],
    )
  })

  test.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['28-02-2026', false],
    ['2026-2-8', false],
  ])('date %j is valid: %j', (value, isValid) => {
    expect(textsOf({ type: 'Date' }, value)).toEqual(isValid ? [] : ['Email must be in yyyy-mm-dd format'])
  })

  test('an address needs street and postcode, each said at its own line', () => {
    expect(errorsOf({ type: 'Address', isRequired: true }, { city: 'Larkmoor' })).toMatchObject([
      { part: 'street', code: 'required' },
      { part: 'postcode', code: 'required' },
    ])
    expect(textsOf({ type: 'Address', isRequired: true }, { city: 'Larkmoor' })).toEqual([
      'Street is a required field',
      'Postcode is a required field',
    ])
    expect(textsOf({ type: 'Address' }, {})).toEqual([])
  })

  test('a name needs both of its parts', () => {
    expect(textsOf({ type: 'Name', isRequired: true }, { firstName: 'Ada' })).toEqual([
      'Last Name is a required field',
    ])
    expect(textsOf({ type: 'Name', isRequired: true }, {})).toEqual([
      'First Name is a required field',
      'Last Name is a required field',
    ])
  })

  test.each([
    [{}, ['Hours is a required field', 'Minutes is a required field']],
    [{ hours: '13', minutes: '00' }, ['Hours must be a number between 1 and 12']],
    [
      { hours: '0', minutes: '5' },
      ['Hours must be a number between 1 and 12', 'Minutes must be a number between 00 and 59'],
    ],
    [{ hours: '12', minutes: '60' }, ['Minutes must be a number between 00 and 59']],
    [{ hours: '01', minutes: '09' }, ['Hours must be a number between 1 and 12']],
    [{ hours: '12', minutes: '59' }, []],
  ])('a required time of %j: %j', (value, expected) => {
    expect(textsOf({ type: 'Time', isRequired: true }, value)).toEqual(expected)
  })

  test('a time that is not required may be left out, but not half', () => {
    expect(textsOf({ type: 'Time' }, {})).toEqual([])
    expect(textsOf({ type: 'Time' }, { hours: '9' })).toEqual(['Minutes is a required field'])
  })

  test('a file must be of an allowed type, whatever its case', () => {
    const upload = { type: 'Upload', allowedFileTypes: ['jpg', 'png'] } as const
    const file = (name: string) => ({ name, sizeBytes: 4, type: '' })
    expect(textsOf(upload, file('bin.exe'))).toEqual(['File type not allowed, allowed types jpg, png'])
    expect(textsOf(upload, file('bin'))).toEqual(['File type not allowed, allowed types jpg, png'])
    expect(textsOf(upload, file('BIN.JPG'))).toEqual([])
  })

  test('a file must not be empty or larger than the host accepts; one of unknown size is valid', () => {
    const upload = { type: 'Upload', maxFileBytes: 10 * 1024 * 1024 } as const
    const file = (sizeBytes: number) => ({ name: 'a.png', sizeBytes, type: '' })
    expect(textsOf(upload, file(0))).toEqual(['Email is an empty file'])
    expect(textsOf(upload, file(10_485_760))).toEqual([])
    expect(textsOf(upload, file(10_485_761))).toEqual(['Email must be no larger than 10 MB'])
    expect(textsOf({ ...upload, maxFileBytes: 300_000 }, file(300_001))).toEqual([
      'Email must be no larger than 293 kB',
    ])
    expect(textsOf(upload, 'a.png')).toEqual([])
    expect(textsOf({ type: 'Upload' }, file(1e12))).toEqual([])
  })

  test('a section break is never wrong; a hidden field that is required has to be given by the page', () => {
    expect(textsOf({ type: 'SectionBreak', isRequired: true }, '')).toEqual([])
    expect(textsOf({ type: 'HiddenField', isRequired: true }, '')).toEqual(['Email is a required field'])
    expect(textsOf({ type: 'HiddenField', isRequired: true }, 'newsletter')).toEqual([])
  })

  test('an option without a value is no choice', () => {
    const options = [{ id: 'x', name: 'Please choose', value: '', index: '0' }, ...OPTIONS]
    for (const type of ['Radio', 'Dropdown'] as const)
      expect(textsOf({ type, isRequired: true, options }, type === 'Radio' ? 'x' : '')).toEqual([
        'Email is a required field',
      ])
    expect(textsOf({ type: 'Radio', isRequired: true, options }, 'y1')).toEqual([])
  })

  test('a format that the author marks holds for any type', () => {
    expect(textsOf({ formats: ['email', 'telephone'] }, 'x')).toEqual([
      'Email is not a valid email address',
      'Email is not a valid telephone number',
    ])
  })

  test.each([
    [{ type: 'Number', checks: [{ rule: 'min', limit: 2 }] }, '1', 'Email must be at least 2'],
    [
      { type: 'Number', checks: [{ rule: 'max', limit: 2 }], ownMessages: { tooLarge: 'Two seats' } },
      '3',
      'Two seats',
    ],
    [
      { checks: [{ rule: 'pattern', pattern: '^[A-Z]+$', flags: '' }] },
      'x',
      'Email is not in the format that is asked for',
    ],
    [{ checks: [{ rule: 'pattern', pattern: '(', flags: '' }] }, 'x', null],
    [
      { type: 'Checkbox', options: OPTIONS, checks: [{ rule: 'minCount', limit: 2 }] },
      ['y1'],
      'Choose at least 2 of Email',
    ],
    [
      { type: 'Checkbox', options: OPTIONS, checks: [{ rule: 'maxCount', limit: 1 }] },
      ['y1', 'n1'],
      'Choose no more than 1 of Email',
    ],
    [{ type: 'Checkbox', options: OPTIONS, checks: [{ rule: 'accepted' }] }, [], 'Email has to be accepted'],
    [
      {
        type: 'Checkbox',
        options: OPTIONS,
        isRequired: true,
        checks: [{ rule: 'accepted' }],
        ownMessages: { notAccepted: 'Tick it' },
      },
      [],
      'Email is a required field',
    ],
    [{ isRequired: true, ownMessages: { required: 'Tell us' } }, '', 'Tell us'],
  ] as const)('checks of the Forms API: %j of %j', (field, value, expected) => {
    expect(textsOf(field, value)).toEqual(expected === null ? [] : [expected])
  })

  test('the phrases can be another language', () => {
    expect(textsOf({ isRequired: true }, '', 'cy')).toEqual(['Mae Email yn faes gofynnol'])
  })
})
