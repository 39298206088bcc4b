import { aField, aForm, aPage } from '../testing/builders.ts'
import { readRefusedAnswers, seenFields } from './refused-answers.ts'

const form = aForm([
  aPage([aField({ id: 'kind' })], [{ id: 'kind', operator: 'is', value: 'short', successPageIndex: 2 }]),
  aPage([aField({ id: 'skipped' })]),
  aPage([
    aField({ id: 'from', type: 'HiddenField' }),
    aField({ id: 'at', type: 'Time', parts: [{ name: 'hours', id: 'at-h' }] }),
  ]),
])
const seen = seenFields(form, { kind: 'short' })
const problem = (field: string, message = `No ${field}`) => ({ field, message })

describe('answers that the Forms API refuses (reference forms 3.1)', () => {
  test('are shown at the fields that the visitor has seen, in their order; all others are about the form', () => {
    const data = [
      ...['none', 'at', 'skipped', 'from', 'kind'].map((id) => problem(id)),
      problem('at', 'Late'),
    ]
    expect(readRefusedAnswers({ message: 'No none', data }, seen)).toEqual({
      errors: ['No none', 'No skipped', 'No from'],
      issues: [
        { fieldId: 'kind', controlId: 'kind', message: 'No kind' },
        { fieldId: 'at', controlId: 'at-h', message: 'No at' },
        { fieldId: 'at', controlId: 'at-h', message: 'Late' },
      ],
    })
  })

  test('are shown once, whether or not there is a field', () => {
    const data = [problem('at'), problem('at')]
    expect(readRefusedAnswers({ data }, [])).toEqual({ errors: ['No at'], issues: [] })
  })

  test.each([{ reason: 'closed' }, [], [7, { field: 'at' }, { message: '' }], null, 'x'])(
    'are not %j',
    (data) => {
      expect(readRefusedAnswers({ message: 'Too late', data }, seen)).toBeNull()
    },
  )
})
