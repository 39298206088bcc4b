import { aField, aForm, aPage, OPTIONS } from '../../testing/builders.ts'
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
