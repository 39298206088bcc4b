import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { fitValues, renamed, versionOfNames } from './fit-values.ts'
import type { FormValues } from './form-definition.ts'

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
    const file = { name: 'a.png', sizeBytes: 1, type: 'image/png', token: 't' }
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

  test('hold a file of the browser only where its field has the id under which the browser has it', () => {
    const file = { name: 'a.png', sizeBytes: 1, type: 'image/png' }
    expect(fitValues(at('9'), { 'ctrl_7-8': file }, '8')).toEqual({})
    const same = aForm([aPage([aField({ id: 'photo', type: 'Upload' })])], { provider: 'forms-api' })
    expect(fitValues(same, { photo: file }, '8')).toEqual({ photo: file })
  })

  test('are found by the version that names of a post speak of', () => {
    expect(versionOfNames(['ctrl_7', 'action', 'ctrl_3-7315-f73120'])).toBe('7315')
    expect(versionOfNames(['ctrl_2_firstName-7315-f73111-first'])).toBe('7315')
    expect(versionOfNames(['file_ctrl_13-7315'])).toBe('7315')
    expect(versionOfNames(['email', 'ctrl_7'])).toBeNull()
    expect(renamed('ctrl_3-7315-f73120', '7315', '8')).toBe('ctrl_3-8-f73120')
  })
})
