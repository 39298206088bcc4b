import fc from 'fast-check'
import type { FormRequest, Json, JsonObject } from '@tessera/shared/contract'
import { formPayload } from '../domain/classic/form-payload.ts'
import { readFormMap } from '../domain/classic/read-form-map.ts'
import { DRAFT_FORMAT, draftValues, readDraft } from '../domain/draft.ts'
import { emptyValues, postedValues } from '../domain/fields/field-kinds.ts'
import { initialValues } from '../domain/fields/initial-values.ts'
import { pairsOf } from '../domain/fields/pairs.ts'
import { fitValues } from '../domain/fit-values.ts'
import {
  FIELD_TYPES,
  fieldsOf,
  type Field,
  type FieldType,
  type FieldValue,
  type FileValue,
  type FormValues,
  type PartName,
} from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { formHandler } from '../state/form-handler.ts'
import type { FormState } from '../state/form-state.ts'

/** A field of the test's form: how a form map has it, and what a visitor may answer. */
interface Kind {
  readonly element?: JsonObject
  readonly answers: fc.Arbitrary<FieldValue>
}

/** Whatever can be typed into one line; white space alone is no answer. */
const line = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  .map((text) => text.replaceAll(/[\r\n]/g, ' '))
  .filter((text) => text.trim() !== '')
const listitem: readonly JsonObject[] = ['yes', 'no', 'Ümläut & "quotes"'].map((value, index) => ({
  uniqueid: `o${index}`,
  name: `${value}, please`,
  value,
  index: String(index),
}))
const ids = listitem.map(({ uniqueid }) => String(uniqueid))
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/)
const parts = (...names: readonly PartName[]) =>
  fc
    .record(Object.fromEntries(names.map((name) => [name, line])), { requiredKeys: [] })
    .filter((given) => Object.keys(given).length > 0) as fc.Arbitrary<FieldValue>
const padded = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'))

/** A type of field without a row here does not compile. */
const KINDS: Readonly<Record<FieldType, Kind>> = {
  TextBox: { answers: line },
  Multiline: { answers: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')) },
  Number: {
    answers: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String),
  },
  Website: { answers: word.map((name) => `https://${name}.example/${name}`) },
  Email: { answers: word.map((name) => `${name}@post.example`) },
  Phone: { answers: fc.stringMatching(/^0[0-9]{9,10}$/) },
  Date: {
    answers: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  },
  Radio: { element: { listitem }, answers: fc.constantFrom(...ids) },
  Dropdown: {
    element: { listitem },
    answers: fc.constantFrom(...listitem.map(({ value }) => String(value))),
  },
  Checkbox: { element: { listitem }, answers: fc.subarray(ids, { minLength: 1 }) },
  Address: {
    element: { streetaddressuniqueid: 'p-street', cityuniqueid: 'p-city', postcodeuniqueid: 'p-postcode' },
    answers: parts('street', 'city', 'postcode'),
  },
  Name: {
    element: { namefirstuniqueid: 'p-first', namelastuniqueid: 'p-last' },
    answers: parts('firstName', 'lastName'),
  },
  Time: {
    element: {
      houruniqueid: 'p-hours',
      minutesuniqueid: 'p-minutes',
      secondsuniqueid: 'p-seconds',
      perioduniqueid: 'p-period',
    },
    answers: fc.record({
      hours: fc.integer({ min: 1, max: 12 }).map(String),
      minutes: padded(0, 59),
      seconds: padded(0, 59),
      period: fc.constantFrom('AM', 'PM'),
    }),
  },
  // Given by the form or the page, not by the visitor.
  HiddenField: { element: { predefinedvalue: 'given' }, answers: fc.constant('given') },
  SectionBreak: { answers: fc.constant('') },
  Upload: {
    answers: fc.record({
      name: line.map((name) => `${name}.png`),
      token: word,
      sizeBytes: fc.integer({ min: 1, max: 1_000_000 }),
      type: fc.constant('image/png'),
    }),
  },
}

/** A form map with two pages, each with a field of every type. */
const mapOf = (version: number): JsonObject => ({
  ContentVersionId: version,
  form: {
    pagecount: '2',
    page: [0, 1].map((page) => ({
      element: FIELD_TYPES.map((type, index) => ({
        id: String(page * 100 + index + 1),
        uniqueid: `u${page * 100 + index + 1}`,
        type,
        label: type,
        pagenumber: String(page),
        ...KINDS[type].element,
      })),
    })),
  },
})
const formOf = (version: number) => readFormMap(mapOf(version), String, '7')

const form = formOf(9)
/** Answers to every field, as the state holds them. */
const answers: fc.Arbitrary<FormValues> = fc.record(
  Object.fromEntries(fieldsOf(form).map((field) => [field.id, KINDS[field.type].answers])),
)

/** The values of the wanted fields only. */
const only = (values: FormValues, isWanted: (field: Field) => boolean): FormValues =>
  Object.fromEntries(
    fieldsOf(form)
      .filter(isWanted)
      .map(({ id }) => [id, values[id] ?? '']),
  )
const isTyped = ({ type }: Field) => !['Upload', 'HiddenField', 'SectionBreak'].includes(type)

/** What a browser without script posts of a page. */
const fieldsOfPost = (page: number, values: FormValues): FormRequest['fields'] =>
  (form.pages[page]?.fields ?? []).flatMap((field): FormRequest['fields'] => {
    const value = values[field.id]
    if (field.type === 'Upload') return [[field.id, value as FileValue & { readonly token: string }]]
    return pairsOf(field, value, '9')
  })

/** A post to the server; the state comes back as text, as the sealed field of the page holds it. */
async function post(action: FormRequest['action'], fields: FormRequest['fields'], state?: Json) {
  const outcome = await formHandler.receive({
    provider: 'classic',
    formId: '7',
    action,
    fields,
    language: 'en-GB',
    messages: catalogues['en-GB'],
    client: { formMap: () => Promise.resolve(mapOf(9)) } as unknown as FormRequest['client'],
    sanitise: String,
    signal: new AbortController().signal,
    ...(state !== undefined && { state }),
  })
  return { ...outcome, state: JSON.parse(JSON.stringify(outcome.state)) as Json }
}
const valuesOf = ({ state }: { readonly state: Json }) => (state as unknown as FormState).values

describe('any answers to fields of every type (docs/decisions/0051)', () => {
  test('the form of the test has every type, twice', () => {
    expect(fieldsOf(form).map(({ type }) => type)).toEqual([...FIELD_TYPES, ...FIELD_TYPES])
  })

  test('survive a draft: all that was typed or chosen, no file, and nothing that the form brought along', () => {
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
        expect(readDraft(stored, form, null, 2)?.values).toEqual(only(values, isTyped))
      }),
    )
  })

  test('are kept through another version of the form and back', () => {
    fc.assert(
      fc.property(answers, (values) => {
        const there = fitValues(formOf(10), values, '9')
        expect(fitValues(form, there, '10')).toMatchObject(
          only(values, (field) => isTyped(field) || field.type === 'Upload'),
        )
      }),
    )
  })

  test('survive a post and the way back from it; of a file the name', () => {
    fc.assert(
      fc.property(answers, (values) => {
        const pairs = fieldsOf(form).flatMap((field) => pairsOf(field, values[field.id], '9'))
        const read = { ...emptyValues(fieldsOf(form)), ...postedValues(form, pairs) }
        const named = fieldsOf(form)
          .filter(({ type }) => type === 'Upload')
          .map(({ id }) => [id, (values[id] as FileValue).name])
        expect(read).toEqual({ ...values, ...Object.fromEntries(named) })
      }),
    )
  })

  test('survive the whole way without script: on, back, on again, and into the post', async () => {
    await fc.assert(
      fc.asyncProperty(answers, answers, async (first, values) => {
        const second = await post('next', fieldsOfPost(0, first))
        expect(second).not.toHaveProperty('issues')
        expect(second.kind).toBe('page')
        const back = await post('previous', fieldsOfPost(1, values), second.state)
        expect(valuesOf(back)).toEqual({
          ...first,
          ...Object.fromEntries((form.pages[1]?.fields ?? []).map(({ id }) => [id, values[id]])),
        })
        const again = await post('next', fieldsOfPost(0, values), back.state)
        expect(valuesOf(again)).toEqual(values)
        const sent = await post('submit', fieldsOfPost(1, values), again.state)
        if (sent.kind !== 'accepted') throw new Error(`The form was not accepted: ${sent.kind}`)
        expect([...new URLSearchParams(sent.post.body)]).toEqual(formPayload(form, values))
      }),
      { numRuns: 40 },
    )
  })
})
