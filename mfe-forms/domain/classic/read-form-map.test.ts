import type { JsonObject } from '@tessera/shared/contract'
import { readFormMap } from './read-form-map.ts'

const clean = (html: string) => `clean:${html}`

const aMap = (page: unknown, form: object = {}): JsonObject =>
  ({ ContentVersionId: 69, form: { pagecount: '1', page, ...form } }) as JsonObject

const element = (more: object = {}) => ({ id: '1', uniqueid: 'aa', type: 'TextBox', label: 'Name', ...more })
const fieldsOf = (elements: unknown) => readFormMap(aMap([{ element: elements }]), clean).pages[0]!.fields

describe('form map (specification 3, Form entities)', () => {
  test('becomes pages of fields in the order of their positions', () => {
    const form = readFormMap(
      aMap([
        {
          element: [
            element({ id: '2', position: '10', pagenumber: '0' }),
            element({ position: 9, pagenumber: 0 }),
          ],
        },
        { element: [element({ id: '3', position: '1', pagenumber: '1' })] },
      ]),
      clean,
    )
    expect(form.pages.map((page) => page.fields.map((field) => field.originalId))).toEqual([
      ['1', '2'],
      ['3'],
    ])
    expect(form.contentVersionId).toBe('69')
  })

  test('an element goes where its page number says, or stays where it stands when there is no such page', () => {
    const form = readFormMap(
      aMap([
        {
          element: [
            element({ pagenumber: '1' }),
            element({ id: '2', pagenumber: '7' }),
            element({ id: '3' }),
          ],
        },
        { element: [] },
      ]),
      clean,
    )
    expect(form.pages.map((page) => page.fields.map((field) => field.originalId))).toEqual([
      ['2', '3'],
      ['1'],
    ])
  })

  test.each([
    ['true', true],
    [true, true],
    ['True', true],
    ['false', undefined],
    [0, undefined],
    [null, undefined],
  ])('required %j is %j', (required, expected) => {
    expect(fieldsOf([element({ required })])[0]!.isRequired).toBe(expected)
  })

  test.each([
    ['2', '50', 2, 50],
    [2, 50, 2, 50],
    ['', 'many', undefined, undefined],
    ['-1', '1e3', undefined, undefined],
  ])('lengths %j and %j are %j and %j', (rangemin, rangemax, minLength, maxLength) => {
    expect(fieldsOf([element({ rangemin, rangemax })])[0]).toEqual(
      expect.objectContaining({ ...(minLength ? { minLength } : {}), ...(maxLength ? { maxLength } : {}) }),
    )
    expect(fieldsOf([element({ rangemin, rangemax })])[0]?.minLength).toBe(minLength)
  })

  test.each([
    ['Multiline', 5],
    ['Number', 5],
    ['Hologram', 5],
    ...['Checkbox', 'Radio', 'Dropdown', 'Upload', 'Date', 'Name', 'Address', 'Time', 'SectionBreak'].map(
      (type) => [type, undefined] as const,
    ),
  ] as const)('lengths of a %s are %j: only texts have the rule, and a counter', (type, length) => {
    const [field] = fieldsOf([element({ type, rangemin: '5', rangemax: '5' })])
    expect([field?.minLength, field?.maxLength]).toEqual([length, length])
  })

  test('an unknown type is a line of text; a page break is no field', () => {
    expect(fieldsOf([element({ type: 'Hologram' }), element({ id: '2', type: 'PageBreak' })])).toEqual([
      { id: 'ctrl_1-69-aa', originalId: '1', type: 'TextBox', label: 'Name' },
    ])
  })

  test.each([
    ['TextBox', 'ctrl_1-69-aa'],
    ['Dropdown', 'ctrl_1-69-aa'],
    ['HiddenField', 'ctrl_1-69-aa'],
    ['Upload', 'ctrl_1-69'],
    ['Radio', 'ctrl_1-69'],
    ['SectionBreak', 'ctrl_1-69'],
    ['Checkbox', 'ctrl_1'],
    ['Address', 'ctrl_1'],
    ['Name', 'ctrl_1'],
    ['Time', 'ctrl_1'],
  ])('a %s is called %s', (type, id) => {
    expect(fieldsOf([element({ type })])[0]!.id).toBe(id)
  })

  test.each([
    [{ description: 'As on your bill', predefinedvalue: 'LM' }, 'As on your bill'],
    [{ label: ' ', predefinedvalue: 'LM1' }, 'LM1'],
    [{ type: 'HiddenField', predefinedvalue: 'web' }, ''],
    [{}, ''],
  ])('a control without a label is called by what else is said of it: %j', (more, label) => {
    expect(fieldsOf([element({ label: '', ...more })])).toMatchObject([{ label }])
  })

  test('texts of an element are its placeholder, instructions, description and autocomplete', () => {
    const [field] = fieldsOf([
      element({
        predefinedvalue: 'for example 7',
        instructionsforuser: 'Look at your bill',
        description: 'Ten digits',
        autocomplete: 'tel',
      }),
    ])
    expect(field).toMatchObject({
      label: 'Name',
      placeholder: 'for example 7',
      instructions: 'Look at your bill',
      description: 'Ten digits',
      autocomplete: 'tel',
    })
  })

  test('the label of its submit button is the form’s, where it has one', () => {
    const page = [{ element: [element()] }]
    expect(readFormMap(aMap(page, { SubmitButton: 'Report it' }), clean).submitLabel).toBe('Report it')
    expect(readFormMap(aMap(page), clean).submitLabel).toBeNull()
  })

  test('options keep their ids, and names stand in for absent values', () => {
    const [field] = fieldsOf([
      element({
        type: 'Radio',
        listitem: [
          { uniqueid: 'x', name: 'Yes', value: 'y', selected: 'true', index: 3 },
          { name: 'No' },
          { uniqueid: 'z', name: 'Perhaps', value: null },
          'junk',
          null,
        ],
      }),
    ])
    expect(field!.options).toEqual([
      { id: 'x', name: 'Yes', value: 'y', index: '3', isSelected: true },
      { id: '1', name: 'No', value: 'No', index: '1', controlId: 'ctrl_1-1' },
      { id: 'z', name: 'Perhaps', value: 'Perhaps', index: '2' },
    ])
  })

  test('an item whose value is empty is no choice, and keeps its name', () => {
    const [field] = fieldsOf([
      element({ type: 'Dropdown', listitem: [{ uniqueid: 'x', name: 'Please choose', value: '' }] }),
    ])
    expect(field!.options).toEqual([{ id: 'x', name: 'Please choose', value: '', index: '0' }])
  })

  test('width, class and the marks of formats are the author’s', () => {
    const [field] = fieldsOf([
      element({ width: 'large', css: 'is-wide', emailValid: 'true', websiteValid: 'false', telValid: true }),
    ])
    expect(field).toMatchObject({
      width: 'large',
      className: 'is-wide',
      formats: ['email', 'telephone'],
    })
    expect(fieldsOf([element({ type: 'Email', emailValid: 'true' })])[0]).not.toHaveProperty('formats')
  })

  test('a longest length of 0 is a rule', () => {
    expect(fieldsOf([element({ rangemax: '0' })])[0]!.maxLength).toBe(0)
  })

  test.each([
    ['3', 3],
    ['many', 0],
    [undefined, 0],
  ])('a page count of %j is %j', (pagecount, expected) => {
    const map = aMap([{ element: [element()] }], { pagecount })
    expect(readFormMap(map, clean).numberOfPages).toBe(expected)
  })

  test('a lone option that is not in a list counts', () => {
    expect(
      fieldsOf([element({ type: 'Checkbox', listitem: { uniqueid: 'x', name: 'Only', value: 'o' } })])[0]!
        .options,
    ).toHaveLength(1)
  })

  test('parts carry their unique ids', () => {
    const [name] = fieldsOf([element({ type: 'Name', namefirstuniqueid: 'f1', namelastuniqueid: 'l1' })])
    expect(name!.parts).toEqual([
      { name: 'firstName', id: 'f1-first' },
      { name: 'lastName', id: 'l1-last' },
    ])
    const [address, time] = fieldsOf([
      element({
        id: '2',
        type: 'Address',
        streetaddressuniqueid: 's',
        address2uniqueid: 'a2',
        cityuniqueid: 'ci',
        countyuniqueid: 'co',
        postcodeuniqueid: 'p',
        countryuniqueid: 'cy',
      }),
      element({
        id: '3',
        type: 'Time',
        houruniqueid: 'h',
        minutesuniqueid: 'm',
        secondsuniqueid: 'sc',
        perioduniqueid: 'pe',
      }),
    ])
    const idsOf = (field: typeof address) => field!.parts!.map(({ name: part, id }) => `${part} ${id}`)
    expect(idsOf(address)).toEqual([
      'street s',
      'address2 a2',
      'city ci',
      'county co',
      'postcode p',
      'country cy',
    ])
    expect(idsOf(time)).toEqual(['hours h', 'minutes m', 'seconds sc', 'period pe'])
  })

  test('of several elements or choices with the same id the first is used', () => {
    const listitem = [
      { uniqueid: 'o', name: 'One', value: '1' },
      { uniqueid: 'o', name: 'Two', value: '2' },
      { uniqueid: 'p', name: 'Three', value: '3' },
    ]
    const radio = element({ type: 'Radio', listitem })
    const form = readFormMap(
      aMap([{ element: [radio, { ...radio, label: 'Again' }] }, { element: [radio] }]),
      clean,
    )
    expect(form.pages.map(({ fields }) => fields.length)).toEqual([1, 0])
    expect(form.pages[0]!.fields[0]!.options!.map(({ name }) => name)).toEqual(['One', 'Three'])
  })

  test('file types are read without dots, spaces and case', () => {
    expect(
      fieldsOf([element({ type: 'Upload', allowedfiletypes: ' .JPG, png,,' })])[0]!.allowedFileTypes,
    ).toEqual(['jpg', 'png'])
  })

  test('texts that may hold markup go through the sanitiser', () => {
    const map = aMap([{ element: [element({ type: 'SectionBreak', sectiondescription: '<b>x</b>' })] }], {
      confirmationtype: 'ShowText',
      confirmationtext: '<p>Thanks</p>',
    })
    const form = readFormMap(map, clean)
    expect(form.pages[0]!.fields[0]!.html).toBe('clean:<b>x</b>')
    expect(form).toMatchObject({ confirmationHtml: 'clean:<p>Thanks</p>', redirectUrl: null })
  })

  test('a confirmation may be a redirect', () => {
    const form = readFormMap(
      aMap([{ element: [element()] }], { confirmationtype: 'RedirectUrl', confirmationtext: '/thanks' }),
      clean,
    )
    expect(form).toMatchObject({ redirectUrl: '/thanks', confirmationHtml: null })
  })

  test.each([
    ['no form', {}],
    ['no pages', { ContentVersionId: 69, form: {} }],
    ['pages of nothing', aMap([{ element: 'x' }, null, 7])],
    ['no version', { form: { page: [{ element: [element()] }] } }],
    ['a hostile version', { ContentVersionId: '69/../../x', form: { page: [{ element: [element()] }] } }],
    ['an element without an id', aMap([{ element: [{ type: 'TextBox' }] }])],
  ])('%s is no form', (_, map) => {
    expect(() => readFormMap(map as JsonObject, clean)).toThrow(
      expect.objectContaining({ code: 'forms/map-unusable' }),
    )
  })

  describe('rules', () => {
    const rule = (more: object = {}, condition: object = {}) => ({
      rulecondition: {
        formelementid: '1',
        operatortype: 'is',
        operatorvalue: 'no',
        listitemindex: '1',
        ...condition,
      },
      resultpageid: '1',
      ...more,
    })
    const rulesOf = (rules: unknown) =>
      readFormMap(
        aMap([
          {
            element: [element({ type: 'Checkbox', listitem: [{ uniqueid: 'a' }, { uniqueid: 'b' }] })],
            rule: rules,
          },
          { element: [] },
        ]),
        clean,
      ).pages[0]!.rules

    test('name the field, the operator, the value, the page and the option', () => {
      expect(rulesOf([rule()])).toEqual([
        { id: 'ctrl_1', operator: 'is', value: 'no', successPageIndex: 1, subId: 'b' },
      ])
    })

    test.each([
      ['Is', 'is'],
      ['isnot', 'is not'],
      ['Contains', 'contains'],
      ['DoesNotContain', 'does not contain'],
      ['does_not_contain', 'does not contain'],
      ['starts with', 'begins with'],
      ['ends-with', 'ends with'],
      ['is greater than', 'greater than'],
      ['<', 'less than'],
    ])('the operator %j is %j', (operatortype, operator) => {
      expect(rulesOf([rule({}, { operatortype })])).toMatchObject([{ operator }])
    })

    test.each([
      ['a page that is not there', [rule({ resultpageid: '2' })]],
      ['a page that is no number', [rule({ resultpageid: 'x' })]],
      ['an unknown operator', [rule({}, { operatortype: 'sounds like' })]],
      ['a field that is not there', [rule({}, { formelementid: '99' })]],
      ['no list item of a checkbox group', [rule({}, { listitemindex: '9' })]],
      ['no condition', [{ resultpageid: '1' }]],
      ['no list', 'junk'],
    ])('with %s are left out', (_, rules) => {
      expect(rulesOf(rules)).toEqual([])
    })
  })
})

test('has a review where its author has set one', () => {
  const read = (form: object) => readFormMap(aMap([{ element: [element()] }], form), clean)
  expect(read({ review: 'true' }).hasReview).toBe(true)
  expect(read({ review: 'false' })).not.toHaveProperty('hasReview')
  expect(read({})).not.toHaveProperty('hasReview')
})
