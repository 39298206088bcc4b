import { aField, aForm, aPage, OPTIONS } from '../../testing/builders.ts'
import { formPayload } from './form-payload.ts'
import type { Field, FieldValue } from '../form-definition.ts'

const payloadOf = (field: Partial<Field>, value: FieldValue) => {
  const one = aField(field)
  return formPayload(aForm([aPage([one])]), { [one.id]: value })
}

const TIME = {
  id: 'ctrl_4',
  type: 'Time',
  parts: [
    { name: 'hours', id: 'h' },
    { name: 'minutes', id: 'm' },
    { name: 'seconds', id: 's' },
    { name: 'period', id: 'p' },
  ],
} as const

describe('form post (specification 7, Payload key naming)', () => {
  test('plain fields use the field id', () => {
    expect(payloadOf({}, 'Ada & Co')).toEqual([['ctrl_1-69-a', 'Ada & Co']])
  })

  test.each([
    [{ type: 'Phone' }, '\u202A01632 960100\u202C', '01632 960100'],
    [{ type: 'Email' }, 'ada@post\u200B.example', 'ada@post.example'],
    [{ formats: ['website'] }, '\uFEFFlarkmoor.example', 'larkmoor.example'],
    [{}, 'a\u200Bb \u202Ac', 'a\u200Bb \u202Ac'],
  ] as const)(
    'of %j with %j, what nobody sees is not sent where the text has a format: %j',
    (field, text, sent) => {
      expect(payloadOf(field, text)).toEqual([['ctrl_1-69-a', sent]])
    },
  )

  test.each([
    ['zz', '<b>late</b>', '00', 'AM'],
    ['60', 'pm', '00', 'AM'],
    ['59', 'PM', '59', 'PM'],
  ])('seconds of %j and a period of %j are sent as %j and %j', (seconds, period, ...sent) => {
    const time = payloadOf(TIME, { hours: '9', minutes: '05', seconds, period })
    expect(time.map(([, text]) => text)).toEqual(['9', '05', ...sent])
  })

  test('a radio uses its option, with the value of it', () => {
    expect(payloadOf({ id: 'ctrl_2-69', type: 'Radio', options: OPTIONS }, 'n1')).toEqual([
      ['ctrl_2-69-n1', 'no'],
    ])
  })

  test('a checkbox group sends one entry per choice', () => {
    expect(payloadOf({ id: 'ctrl_3', type: 'Checkbox', options: OPTIONS }, ['y1', 'n1'])).toEqual([
      ['ctrl_3_0-69-y1', 'yes'],
      ['ctrl_3_1-69-n1', 'no'],
    ])
  })

  test('an upload sends the name of its file', () => {
    expect(payloadOf({ id: 'ctrl_5-69', type: 'Upload' }, 'bin.jpg')).toEqual([['file_ctrl_5-69', 'bin.jpg']])
  })

  test.each([
    ['007', [['n', '7']]],
    ['1.50', [['n', '1.5']]],
    ['0', [['n', '0']]],
    ['x', []],
    ['', []],
  ])('the number %j is sent as %j', (value, expected) => {
    expect(payloadOf({ id: 'n', type: 'Number' }, value)).toEqual(expected)
  })

  test('an address sends its parts, without the empty ones', () => {
    const parts = [
      { name: 'street', id: 's1' },
      { name: 'city', id: 'c1' },
    ] as const
    expect(payloadOf({ id: 'ctrl_6', type: 'Address', parts }, { street: '1 High St', city: '' })).toEqual([
      ['ctrl_6_street-69-s1', '1 High St'],
    ])
  })

  test('a time has defaults for seconds and period', () => {
    expect(payloadOf(TIME, { hours: '9', minutes: '05' })).toEqual([
      ['ctrl_4_hour-69-h', '9'],
      ['ctrl_4_minute-69-m', '05'],
      ['ctrl_4_seconds-69-s', '00'],
      ['ctrl_4_period-69-p', 'AM'],
    ])
  })

  test('a time that was not given is not sent', () => {
    expect(payloadOf(TIME, { period: 'PM' })).toEqual([])
  })

  test('empty values, section breaks and drop-downs of "null" are left out', () => {
    expect(payloadOf({}, '')).toEqual([])
    expect(payloadOf({ type: 'SectionBreak' }, 'x')).toEqual([])
    expect(payloadOf({ type: 'Dropdown', options: OPTIONS }, 'null')).toEqual([])
  })
})
