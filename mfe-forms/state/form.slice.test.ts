import { pathChanged } from '@tessera/shared/store'
import type { Action } from '@tessera/shared/contract'
import { aField, aForm, aPage } from '../testing/builders.ts'
import {
  captchaExpired,
  captchaKeyLoaded,
  captchaSolved,
  changeRequested,
  fieldLeft,
  formsReset,
  hiddenFormDataGiven,
  formFailed,
  formLoaded,
  nextRequested,
  previousRequested,
  submitFailed,
  submitFinished,
  submitRequested,
  valueChanged,
  valuesAdopted,
} from './form-actions.ts'
import { formSlice } from './form.slice.ts'
import { NOT_SENT, selectForm } from './form-state.ts'

const form = aForm([
  aPage(
    [aField({ id: 'a', isRequired: true })],
    [{ id: 'a', operator: 'is', value: 'skip', successPageIndex: 2 }],
  ),
  aPage([aField({ id: 'b' })]),
  aPage([aField({ id: 'c' })]),
])
const of = { formId: '1' }
const typed = (value: string) => valueChanged({ ...of, fieldId: 'a', value })

/** The state of form 1 after these actions. */
const after = (...actions: readonly Action[]) => {
  const state = [formLoaded({ ...of, definition: form }), ...actions].reduce<unknown>(
    (before, action) => formSlice.reducer(before, action),
    undefined,
  )
  return selectForm({ form: state }, '1')!
}

describe('state of a form (specification 4, Form lifecycle)', () => {
  test('begins on its first page, unsent', () => {
    expect(after()).toMatchObject({
      pageInfo: { currentPageIndex: 0 },
      isSummaryShown: false,
      submitStatus: { success: null },
      values: { a: '', b: '', c: '' },
    })
  })

  test('a page with errors is not left, and shows its summary', () => {
    expect(after(nextRequested(of))).toMatchObject({
      pageInfo: { currentPageIndex: 0 },
      isSummaryShown: true,
    })
  })

  test('a page in order is left, and the next has no summary', () => {
    expect(after(nextRequested(of), typed('x'), nextRequested(of))).toMatchObject({
      pageInfo: { currentPageIndex: 1 },
      isSummaryShown: false,
    })
  })

  test('a page that is entered again shows no error of a field that was left there before', () => {
    const left = fieldLeft({ ...of, fieldId: 'b' })
    const second = [typed('x'), nextRequested(of), left]
    expect(after(...second).touched).toEqual(['b'])
    for (const leave of [nextRequested(of), previousRequested(of), changeRequested({ ...of, fieldId: 'a' })])
      expect(after(...second, leave).touched).toEqual([])
    expect(after(left, nextRequested(of)).touched).toEqual(['b'])
  })

  test('a rule skips a page, and back skips it too', () => {
    expect(after(typed('skip'), nextRequested(of)).pageInfo.currentPageIndex).toBe(2)
    expect(after(typed('skip'), nextRequested(of), previousRequested(of)).pageInfo.currentPageIndex).toBe(0)
  })

  test('values are kept from page to page', () => {
    expect(after(typed('x'), nextRequested(of), previousRequested(of)).values['a']).toBe('x')
  })

  test('another answer clears the server’s error for its field, but no other error', () => {
    const issues = [{ fieldId: 'a', controlId: 'a', message: 'Taken' }]
    const refused = (errors: readonly string[]) =>
      submitFinished({
        ...of,
        result: {
          ...NOT_SENT,
          success: false,
          formData: { ...NOT_SENT.formData, success: false, errors },
          issues,
        },
      })
    expect(after(refused([]), typed('x')).submitStatus).toMatchObject({ success: null, issues: [] })
    const { submitStatus } = after(refused(['The quota is used up']), typed('x'))
    expect(submitStatus).toMatchObject({
      success: false,
      issues: [],
      formData: { errors: ['The quota is used up'] },
    })
  })

  test('a field is left once, however often', () => {
    const left = fieldLeft({ ...of, fieldId: 'a' })
    expect(after(left, left, fieldLeft({ ...of, fieldId: 'n', part: 'lastName' })).touched).toEqual([
      'a',
      'n/lastName',
    ])
  })

  test('what was filled in before is taken over', () => {
    expect(after(valuesAdopted({ ...of, values: { a: 'early' } })).values).toMatchObject({
      a: 'early',
      b: '',
    })
  })

  test('sending is refused while the page has errors', () => {
    expect(after(submitRequested(of))).toMatchObject({
      isSummaryShown: true,
      submitStatus: { isSubmitting: false },
    })
  })

  test('sending ends in success, and is not begun again', () => {
    const result = { ...NOT_SENT, success: true, formPostId: '7' }
    const sent = after(
      typed('x'),
      submitRequested(of),
      submitFinished({ ...of, result }),
      submitRequested(of),
    )
    expect(sent.submitStatus).toMatchObject({ isSubmitting: false, success: true, formPostId: '7' })
  })

  test('sending that failed keeps what was filled in, and may be tried again', () => {
    const failed = [typed('x'), submitRequested(of), submitFailed({ ...of, failure: 'no-answer' })]
    expect(after(...failed)).toMatchObject({
      values: { a: 'x' },
      submitStatus: { success: false, failure: 'no-answer' },
    })
    expect(after(...failed, submitRequested(of)).submitStatus).toMatchObject({
      isSubmitting: true,
      success: null,
    })
  })

  test('a form is sent while another one is on its way', () => {
    const other = [
      formLoaded({ formId: '2', definition: aForm([aPage([])]) }),
      submitRequested({ formId: '2' }),
    ]
    expect(after(...other, typed('x'), submitRequested(of)).submitStatus.isSubmitting).toBe(true)
  })

  test('a form that could not be loaded is there, without a form, and nothing can be done to it', () => {
    expect(after(formFailed(of), typed('x'), nextRequested(of))).toMatchObject({
      definition: null,
      values: {},
    })
  })

  const sentWith = (success: boolean, leave: Action) =>
    after(typed('x'), submitFinished({ ...of, result: { ...NOT_SENT, success } }), leave)
  const ELSEWHERE = pathChanged({ path: '/news', search: '', hash: '' })
  const RESET = { values: { a: '' }, submitStatus: { success: null } }

  test('a form that was sent is as it was loaded after a reset, or on another page; one that was not is left alone', () => {
    for (const leave of [formsReset(), ELSEWHERE]) {
      expect(sentWith(true, leave)).toMatchObject(RESET)
      expect(after(typed('x'), leave).values['a']).toBe('x')
    }
  })

  test('a form that could not be sent is as it was loaded after a reset, and keeps its answers when a link is followed', () => {
    expect(sentWith(false, formsReset())).toMatchObject(RESET)
    expect(sentWith(false, ELSEWHERE)).toMatchObject({ values: { a: 'x' }, submitStatus: { success: false } })
  })

  test('hidden fields take what the page gives them, by label; others do not', () => {
    const hidden = aField({ id: 'h', type: 'HiddenField', label: 'campaign', placeholder: 'direct' })
    const definition = aForm([aPage([hidden, aField({ id: 't', label: 'campaign' })])])
    const given = hiddenFormDataGiven({ ...of, data: { campaign: 'may' } })
    expect(after(formLoaded({ ...of, definition })).values).toEqual({ h: 'direct', t: '' })
    expect(after(formLoaded({ ...of, definition }), given).values).toEqual({ h: 'may', t: '' })
  })

  test('hidden fields keep what the page has given them when a form that was sent is reset', () => {
    const definition = aForm([
      aPage([aField({ id: 'h', type: 'HiddenField', label: 'campaign' }), aField({ id: 'a' })]),
    ])
    const given = hiddenFormDataGiven({ ...of, data: { campaign: 'may' } })
    const sent = submitFinished({ ...of, result: { ...NOT_SENT, success: true } })
    const { values } = after(formLoaded({ ...of, definition }), given, typed('x'), sent, formsReset())
    expect(values).toEqual({ h: 'may', a: '' })
  })

  test('a form with a captcha is sent once it is solved, and every attempt needs it anew', () => {
    const definition = aForm([aPage([aField({ id: 'a' })])], { hasCaptcha: true })
    const loaded = [formLoaded({ ...of, definition }), captchaKeyLoaded({ siteKey: 'k' })]
    const isSending = (...actions: readonly Action[]) =>
      after(...loaded, ...actions, submitRequested(of)).submitStatus.isSubmitting
    const solved = captchaSolved({ ...of, token: 't' })
    expect(isSending()).toBe(false)
    expect(isSending(solved)).toBe(true)
    expect(isSending(solved, captchaExpired(of))).toBe(false)
    const failed = submitFinished({ ...of, result: { ...NOT_SENT, success: false } })
    expect(isSending(solved, submitRequested(of), failed)).toBe(false)
    expect(isSending(captchaKeyLoaded({ siteKey: null }))).toBe(true)
    // A captcha that was solved for another form of the page does not count for this one.
    const other = { formId: 'other' }
    expect(isSending(formLoaded({ ...other, definition }), captchaSolved({ ...other, token: 't' }))).toBe(
      false,
    )
    const expired = captchaExpired(other)
    expect(isSending(formLoaded({ ...other, definition }), solved, expired)).toBe(true)
  })
})
