import fc from 'fast-check'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { draftValues, readDraft, DRAFT_FORMAT } from './draft.ts'
import { emptyValues, initialValues, kindOf, postedValues } from './fields/field-kinds.ts'
import { fitValues, renamed, versionOfNames } from './fit-values.ts'
import { fieldsOf, type FormValues } from './form-definition.ts'

const at = (version: string) =>
  aForm(
    [
      aPage([
        aField({ id: `ctrl_1-${version}-u1` }),
        aField({ id: `ctrl_2-${version}`, type: 'Radio', options: OPTIONS }),
        aField({ id: 'ctrl_3', type: 'Checkbox', options: OPTIONS }),
        aField({ id: `ctrl_4-${version}-u4`, type: 'Date' }),
        aField({ id: `ctrl_5-${version}-u5`, type: 'Dropdown', options: OPTIONS }),
        aField({
          id: 'ctrl_6',
          type: 'Name',
          parts: [
            { name: 'firstName', id: 'f' },
            { name: 'lastName', id: 'l' },
          ],
        }),
        aField({ id: `ctrl_7-${version}`, type: 'Upload' }),
      ]),
    ],
    { contentVersionId: version },
  )

describe('values of a form that its author has changed since', () => {
  test('are those of fields that are still there and can hold them, whatever else their ids say', () => {
    const file = { name: 'a.png', sizeBytes: 1, type: 'image/png' }
    const before: FormValues = {
      'ctrl_1-8-other': 'typed',
      'ctrl_2-8': 'gone',
      ctrl_3: ['y1', 'gone'],
      'ctrl_4-8-u4': 'some day',
      'ctrl_5-8-u5': 'no',
      'ctrl_7-8': file,
      'ctrl_9-8-u9': 'not asked any more',
    }
    expect(fitValues(at('9'), before, '8')).toEqual({
      'ctrl_1-9-u1': 'typed',
      ctrl_3: ['y1'],
      'ctrl_5-9-u5': 'no',
      'ctrl_7-9': file,
    })
  })

  test('are found by the version that names of a post speak of', () => {
    expect(versionOfNames(['ctrl_7', 'action', 'ctrl_3-7315-f73120'])).toBe('7315')
    expect(versionOfNames(['ctrl_2_firstName-7315-f73111-first'])).toBe('7315')
    expect(versionOfNames(['file_ctrl_13-7315'])).toBe('7315')
    expect(versionOfNames(['email', 'ctrl_7'])).toBeNull()
    expect(renamed('ctrl_3-7315-f73120', '7315', '8')).toBe('ctrl_3-8-f73120')
  })
})

const text = fc.string({ minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== '')
const answers = fc.record({
  'ctrl_1-9-u1': text,
  'ctrl_2-9': fc.constantFrom('y1', 'n1'),
  ctrl_3: fc.constantFrom(['y1'], ['n1'], ['y1', 'n1']),
  'ctrl_4-9-u4': fc.constantFrom('2026-02-28', '1999-12-31'),
  'ctrl_5-9-u5': fc.constantFrom('yes', 'no'),
  ctrl_6: fc.record({ firstName: text, lastName: text }),
})

describe('any answers (docs/decisions/0051)', () => {
  const form = at('9')

  test('survive a draft, and another version of the form', () => {
    fc.assert(
      fc.property(answers, (values) => {
        const draft = {
          userId: null,
          keptAt: 1,
          format: DRAFT_FORMAT,
          contentVersionId: '9',
          currentPageIndex: 0,
          values: draftValues(form, { ...initialValues(form), ...values }),
        }
        const stored: unknown = JSON.parse(JSON.stringify(draft))
        expect(readDraft(stored, form, null, 2)?.values).toEqual(values)
        const renewed = fitValues(at('10'), values, '9')
        expect(fitValues(form, renewed, '10')).toEqual(values)
      }),
    )
  })

  test('survive a post and the way back from it without script', () => {
    fc.assert(
      fc.property(answers, (values: FormValues) => {
        const pairs = fieldsOf(form).flatMap((field) => kindOf(field).pairs(field, values[field.id], '9'))
        const read = { ...emptyValues(fieldsOf(form)), ...postedValues(form, pairs) }
        expect(read).toEqual({ ...values, 'ctrl_7-9': '' })
      }),
    )
  })
})
