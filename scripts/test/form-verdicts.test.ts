import type { JsonObject } from '@tessera/shared/contract'
import { readContentType } from '../../mfe-forms/domain/forms-api/read-content-type.ts'
import { entryJson } from '../../mfe-forms/domain/forms-api/entry-json.ts'
import type { FieldValue } from '../../mfe-forms/domain/form-definition.ts'
import { validatePage } from '../../mfe-forms/domain/validate-page.ts'
import { checkAnswers } from '../../platform/domain/check-answers.ts'

const NOW = Date.UTC(2026, 10, 22)
const ABC = { allowedValues: { values: ['a', 'b', 'c'] } }
const ONE_TWO = { allowedValues: { values: [1, 2] } }
const REQUIRED = { required: {} }
const YES_NO = { allowedValues: { values: [true, false] } }
const list = { editor: { id: 'list' } }
const dropdown = { editor: { id: 'list-dropdown' } }
const several = { dataType: 'stringArray', editor: { id: 'multi-select' } }

/** A field, what a visitor enters, and what is stored of it; `refused` if nothing may be. */
const CASES: readonly (readonly [field: object, entered: FieldValue, stored: unknown])[] = [
  [{}, ' Ada ', 'Ada'],
  [{}, '   ', undefined],
  [{ validations: REQUIRED }, '  ', 'refused'],
  [{ validations: { minLength: { value: 3 } } }, 'ab ', 'refused'],
  [{ validations: { maxLength: { value: 3 } } }, 'abcd', 'refused'],
  [{ validations: { regex: { pattern: '^\\d{8}$' } } }, '12345678 ', '12345678'],
  [{ validations: { regex: { pattern: '^\\d{8}$' } } }, '1234567', 'refused'],
  [{ validations: { regex: { pattern: '^[a-z]$', flags: 'i' } } }, 'A', 'A'],
  [{ editor: { id: 'multiline' } }, 'one\ntwo\n', 'one\ntwo'],
  [{ editor: { properties: { hidden: true } }, dataType: 'integer' }, '5', 5],
  [{ dataType: 'integer' }, ' 07 ', 7],
  [{ dataType: 'integer' }, '1.5', 'refused'],
  [{ dataType: 'integer' }, '12345678901234567890', 'refused'],
  [{ dataType: 'integer', validations: { max: { value: 2 ** 60 } } }, '9007199254740993', 'refused'],
  [{ dataType: 'integer', validations: { min: { value: -(2 ** 60) } } }, '-9007199254740993', 'refused'],
  [{ dataType: 'integer' }, 'x', 'refused'],
  [{ dataType: 'integer', validations: { min: { value: 2 } } }, '1', 'refused'],
  [{ dataType: 'decimal' }, '1.5', 1.5],
  [{ dataType: 'decimal', validations: { max: { value: 2 } } }, '2.5', 'refused'],
  [{ dataFormat: 'email' }, 'a@b.co', 'a@b.co'],
  [{ dataFormat: 'email' }, 'a..b@c.co', 'refused'],
  [{ dataFormat: 'email' }, 'a@b', 'refused'],
  [{ dataFormat: 'phone' }, '12345', '12345'],
  [{ dataFormat: 'phone' }, ' +44 117 4960000', '+44 117 4960000'],
  [{ dataFormat: 'phone' }, '\u202A0117\u2011496\u202C', '0117\u2011496'],
  [{ dataFormat: 'email' }, '\u200Ba@b.co', 'a@b.co'],
  [
    { dataFormat: 'phone', validations: { maxLength: { value: 12 } } },
    '\u202A07700 900123\u202C',
    '07700 900123',
  ],
  [
    { dataFormat: 'phone', validations: { regex: { pattern: '^0\\d{10}$' } } },
    '\u202A07700900123',
    '07700900123',
  ],
  [{ dataFormat: 'phone', validations: { minLength: { value: 11 } } }, '\u202A0770090012', 'refused'],
  [{ dataFormat: 'phone' }, '0117 496 x12', 'refused'],
  [{ dataFormat: 'phone' }, '()', 'refused'],
  [{ dataFormat: 'url' }, 'example.org', 'example.org'],
  [{ dataFormat: 'url' }, 'https://example.org/a?b', 'https://example.org/a?b'],
  [{ dataFormat: 'url' }, 'ftp://example.org', 'refused'],
  [{ dataFormat: 'url' }, 'not a url', 'refused'],
  [{ dataFormat: 'time' }, { hours: '9', minutes: '05', period: 'PM' }, '21:05'],
  [{ dataFormat: 'time' }, { hours: '9', minutes: '75', period: 'PM' }, 'refused'],
  [{ dataType: 'dateTime' }, '2026-02-28', '2026-02-28'],
  [{ dataType: 'dateTime' }, '2026-02-30', 'refused'],
  [{ dataType: 'dateTime', editor: { id: 'datetime' } }, '2026-02-28T09:30', '2026-02-28T09:30'],
  [{ ...list, validations: ABC }, 'b', 'b'],
  [{ ...list, validations: { ...ABC, ...REQUIRED } }, '', 'refused'],
  [{ ...list, dataType: 'integer', validations: ONE_TWO }, '1', 1],
  [{ ...dropdown, validations: ABC }, 'b', 'b'],
  [{ ...dropdown, dataType: 'decimal', validations: ONE_TWO }, '2', 2],
  [{ ...dropdown, dataType: 'integer', validations: ONE_TWO }, 'null', undefined],
  [{ ...several, validations: ABC }, ['a', 'c'], ['a', 'c']],
  [{ ...several, validations: { ...ABC, ...REQUIRED } }, [], 'refused'],
  [{ ...several, validations: { ...ABC, minCount: { value: 2 } } }, [], undefined],
  [{ ...several, validations: { ...ABC, minCount: { value: 2 } } }, ['a'], 'refused'],
  [{ ...several, validations: { ...ABC, minCount: { value: 2 } } }, ['a', 'b'], ['a', 'b']],
  [{ ...several, validations: { ...ABC, maxCount: { value: 1 } } }, ['a', 'b'], 'refused'],
  [{ ...several, validations: { ...ABC, regex: { pattern: '^[a-c]$' } } }, ['a', 'b'], ['a', 'b']],
  [{ ...several, validations: { allowedValues: { values: ['1', '2'] }, min: { value: 3 } } }, ['1'], ['1']],
  [{ dataType: 'boolean' }, ['true'], true],
  [{ dataType: 'boolean' }, [], false],
  [{ dataType: 'boolean', validations: { allowedValue: { value: true } } }, [], 'refused'],
  [{ ...list, dataType: 'boolean' }, 'true', true],
  [{ ...list, dataType: 'boolean', validations: YES_NO }, 'true', true],
  [{ ...list, dataType: 'boolean', validations: YES_NO }, 'false', false],
  [{ ...list, dataType: 'boolean', validations: YES_NO }, '', undefined],
  [{ ...list, dataType: 'boolean', validations: { ...YES_NO, ...REQUIRED } }, '', 'refused'],
  [{ ...dropdown, dataType: 'boolean', validations: YES_NO }, 'false', false],
  [
    { ...list, dataType: 'boolean', validations: { ...YES_NO, allowedValue: { value: true } } },
    'false',
    'refused',
  ],
  [{ ...list, dataType: 'boolean', validations: { ...YES_NO, allowedValue: { value: true } } }, 'true', true],
  [
    { ...list, dataType: 'boolean', validations: { ...YES_NO, allowedValue: { value: true } } },
    '',
    undefined,
  ],
]

/** A form of one field, in the words of the Forms API. */
const aForm = (field: object) =>
  ({
    id: 'one',
    projectId: 'website',
    fields: [{ id: 'x', name: 'X', dataType: 'string', ...field }],
  }) as unknown as JsonObject

const read = (form: JsonObject) =>
  readContentType(form, { formId: 'one', language: 'en-GB', sanitise: (html) => html, now: NOW })

describe('answers to a form of the Forms API (specification 5, Forms; reference forms 3.1)', () => {
  test.each(CASES)(
    'for the forms and for the platform, %j answered with %j is %j',
    (field, entered, stored) => {
      const form = aForm(field)
      const definition = read(form)
      const values = { x: entered }
      const sent = entryJson(definition, values)
      const isRefused = stored === 'refused'
      expect(validatePage(definition.pages[0], values).length > 0).toBe(isRefused)
      if (!isRefused) expect(sent['x']).toEqual(stored)
      // What is no answer in the JSON of its type is refused before it is sent; the platform never sees it.
      if (!isRefused || 'x' in sent) expect(checkAnswers(form, sent, NOW).length > 0).toBe(isRefused)
    },
  )
})
