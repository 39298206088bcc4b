import type { JsonObject } from '@tessera/shared/contract'
import { readFormMap } from '../domain/classic/read-form-map.ts'
import { catalogues } from '../messages/index.ts'
import { aField, aForm, aPage, aMapOf } from '../testing/builders.ts'
import { formDataOf, pageInfoOf } from './form-entities.ts'
import { freshForm } from './form.slice.ts'

const words = catalogues['en-GB']

describe('entities of the form state (specification 3, Form entities)', () => {
  test('form data has an entry for each field, with the names of the specification', () => {
    const map = aMapOf({
      id: '3',
      uniqueid: 'f31',
      type: 'Email',
      required: 'true',
      label: 'Email',
      predefinedvalue: 'name@example.org',
      instructionsforuser: 'Yours',
      description: 'Not shown to others',
      width: 'medium',
      css: 'is-wide',
      autocomplete: 'email',
      rangemax: '30',
    })
    const state = { ...freshForm(readFormMap(map, String)), touched: ['ctrl_3-9-f31'] }
    expect(formDataOf(state, words)).toEqual({
      'ctrl_3-9-f31': {
        type: 'Email',
        pageIndex: 0,
        pagePosition: 0,
        required: true,
        label: 'Email',
        value: '',
        placeholder: 'name@example.org',
        instructions: 'Yours',
        description: 'Not shown to others',
        width: 'medium',
        autocomplete: 'email',
        className: 'is-wide',
        contentVersionId: 9,
        originalId: '3',
        validation: {
          result: { onBlur: ['Email is a required field'], onChange: [] },
          rules: { onBlur: { required: true }, onChange: { maxLength: 30, emailValid: true } },
          hasBlurred: true,
        },
      },
    })
  })

  test('options are a list for a drop-down, by id for radios, and the value of checkboxes', () => {
    const listitem = [{ uniqueid: 'x', name: 'One', value: 'one', selected: 'true', index: '1' }]
    const entryOf = (type: string): JsonObject => {
      const state = freshForm(
        readFormMap(aMapOf({ id: '1', uniqueid: 'u', type, label: 'L', listitem }), String),
      )
      return Object.values(formDataOf(state, words))[0] as JsonObject
    }
    const one = { name: 'One', selected: true, value: 'one', index: '1' }
    expect(entryOf('Dropdown')).toMatchObject({ options: [one], value: 'one' })
    expect(entryOf('Radio')).toMatchObject({ options: { x: one }, value: 'x' })
    expect(entryOf('Checkbox')).toMatchObject({ value: { x: one } })
  })

  test('page info has the number of pages, the ways on and back, the rules and what is wrong on the page', () => {
    const fields = [
      aField({ id: 'a', isRequired: true, label: 'A' }),
      aField({ id: 'b', maxLength: 1, label: 'B' }),
    ]
    const rule = { id: 'a', operator: 'is', value: 'x', successPageIndex: 1 } as const
    const state = freshForm(aForm([aPage(fields, [rule]), aPage([])]))
    expect(pageInfoOf({ ...state, values: { a: '', b: 'xy' }, isSummaryShown: true }, words)).toEqual({
      numberOfPages: 2,
      currentPageIndex: 0,
      nextPageIndex: 1,
      previousPageIndices: {},
      navigationRules: { 0: [rule], 1: [] },
      validation: {
        0: {
          isValid: false,
          showValidationSummary: true,
          validationSummary: {
            a: { errors: 'A is a required field', position: 0 },
            b: { errors: 'B must be no more than 1 characters long', position: 1 },
          },
          errors: ['A is a required field', 'B must be no more than 1 characters long'],
        },
      },
    })
    expect(pageInfoOf(freshForm(null), words)).toBeNull()
  })
})
