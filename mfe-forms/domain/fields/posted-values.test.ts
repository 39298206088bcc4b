import { aField, aForm, aPage, OPTIONS } from '../../testing/builders.ts'
import type { FieldType } from '../form-definition.ts'
import { postedValues } from './field-kinds.ts'

test('what was typed before the form was hydrated is read by field, and what is empty is not', () => {
  const form = aForm([
    aPage([
      aField({ id: 'text' }),
      aField({ id: 'empty' }),
      aField({ id: 'boxes', type: 'Checkbox', options: OPTIONS }),
      aField({
        id: 'name',
        type: 'Name',
        parts: [
          { name: 'firstName', id: 'f' },
          { name: 'lastName', id: 'l' },
        ],
      }),
      aField({ id: 'file', type: 'Upload' }),
      aField({ id: 'list', type: 'Dropdown', options: OPTIONS }),
    ]),
  ])
  const entries = [
    ['text', 'Ada'],
    ['empty', ''],
    ['boxes', 'y1'],
    ['boxes', 'n1'],
    ['name_firstName-69-f', 'Ada'],
    ['name_lastName-69-l', ''],
    ['file', { name: 'x' }],
    ['foreign', 'x'],
    // The item of a drop-down that means that nothing was chosen.
    ['list', 'null'],
  ] as const
  expect(postedValues(form, entries)).toEqual({
    text: 'Ada',
    boxes: ['y1', 'n1'],
    name: { firstName: 'Ada' },
  })
})

const posted = (type: FieldType, text: string) =>
  postedValues(aForm([aPage([aField({ id: 'a', type, options: OPTIONS })])]), [['a', text]])['a']

test.each([
  ['one\r\ntwo\rthree\n\r\nfour', 'one\ntwo\nthree\n\nfour'],
  ['a\u0000b\u001Bc\u007Fd\u009Fe\tf', 'abcde\tf'],
  ['\u{1F468}\u200D\u{1F469} می\u200Cخواهم', '\u{1F468}\u200D\u{1F469} می\u200Cخواهم'],
])(
  'the posted text %j is %j: line breaks as with script, and no other control character but tabs',
  (text, read) => {
    expect(posted('Multiline', text)).toBe(read)
  },
)

test('a text that is too long is read whole, so that its visitor can shorten it', () => {
  const text = 'x'.repeat(100_001)
  expect(posted('Multiline', text)).toBe(text)
  const name = aField({ id: 'n', type: 'Name', parts: [{ name: 'firstName', id: 'f' }] })
  expect(postedValues(aForm([aPage([name])]), [['n_firstName-69-f', text]])['n']).toEqual({ firstName: text })
})

const TIME = aForm([
  aPage([
    aField({
      id: 't',
      type: 'Time',
      parts: (['hours', 'minutes', 'period'] as const).map((name) => ({ name, id: name })),
    }),
  ]),
])

test.each([
  ['', '', 'AM', undefined],
  ['', '', 'PM', { period: 'PM' }],
  ['9', '', 'AM', { hours: '9', period: 'AM' }],
])('a time that is posted as %j, %j, %j is %j', (hours, minutes, period, read) => {
  const entries = [
    ['t_hour-69-hours', hours],
    ['t_minute-69-minutes', minutes],
    ['t_period-69-period', period],
  ] as const
  expect(postedValues(TIME, entries)['t']).toEqual(read)
})

test.each(['Radio', 'Dropdown'] as const)('an option that a %s does not have is no choice', (type) => {
  expect(posted(type, 'hacked')).toBeUndefined()
  expect(posted(type, type === 'Radio' ? 'y1' : 'yes')).toBe(type === 'Radio' ? 'y1' : 'yes')
})
