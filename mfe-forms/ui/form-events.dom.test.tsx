import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Action, BusEventName } from '@tessera/shared/contract'
import { createBus, createStore, pathChanged } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../messages/index.ts'
import {
  formLoaded,
  hiddenFormDataGiven,
  submitFailed,
  submitFinished,
  submitRequested,
  valueChanged,
} from '../state/form-actions.ts'
import { NOT_SENT } from '../state/form-state.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

const NAMES = [
  'form.started',
  'form.page-changed',
  'form.error',
  'form.submitted',
  'form.abandoned',
] as const satisfies readonly BusEventName[]

const FORM = aForm([
  aPage([
    aField({ id: 'name', label: 'Your name', isRequired: true }),
    aField({ id: 'mail', type: 'Email', label: 'Email' }),
    aField({ id: 'campaign', type: 'HiddenField', label: 'campaign' }),
  ]),
  aPage([aField({ id: 'more', type: 'Multiline', label: 'Question' })]),
])

/** A form on a page, and all events that are published about it. */
function show(form = FORM, ...before: readonly Action[]) {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  store.dispatch(formLoaded({ formId: '1', definition: form }))
  for (const action of before) store.dispatch(action)
  const bus = createBus()
  const published: [BusEventName, object][] = []
  for (const name of NAMES) bus.on(name, (event) => published.push([name, event]))
  const slot = (
    <FormSlot
      slotId="form-1"
      view="form"
      props={{ formId: '1' }}
      store={store}
      bus={bus}
      messages={catalogues['en-GB']}
    />
  )
  return { store, bus, published, ...render(<StoreProvider store={store}>{slot}</StoreProvider>) }
}

const nameField = () => screen.getByRole('textbox', { name: /Your name/ })
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next page' }))
const of = (pageIndex: number, more: object = {}) => ({ formId: '1', pageIndex, ...more })
const finish = (success: boolean) =>
  submitFinished({ formId: '1', result: { ...NOT_SENT, success, formPostId: success ? '42' : null } })

describe('the events that a form publishes on the bus (docs/decisions/0052)', () => {
  test('it is started with the first value, once, and not by what the page gives it', async () => {
    const { store, published } = show()
    act(() => void store.dispatch(hiddenFormDataGiven({ formId: '1', data: { campaign: 'spring' } })))
    expect(published).toEqual([])
    await userEvent.type(nameField(), 'Ada')
    expect(published).toEqual([['form.started', of(0)]])
  })

  test('each change of page is published, back and forth', async () => {
    const { published } = show()
    await userEvent.type(nameField(), 'Ada')
    await next()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(published.slice(1)).toEqual([
      ['form.page-changed', of(1, { fromPageIndex: 0 })],
      ['form.page-changed', of(0, { fromPageIndex: 1 })],
    ])
  })

  test('an error is published once with field and rule after the field was left, and again after it was valid', async () => {
    const { published } = show()
    const mail = screen.getByRole('textbox', { name: /Email/ })
    await userEvent.type(mail, 'nobody')
    expect(published.map(([name]) => name)).toEqual(['form.started'])
    const error = ['form.error', of(0, { fieldId: 'mail', rule: 'notEmail' })]
    await userEvent.tab()
    await userEvent.type(mail, '.')
    expect(published.slice(1)).toEqual([error])
    await userEvent.clear(mail)
    await userEvent.type(mail, 'x')
    expect(published.slice(1)).toEqual([error, error])
  })

  test('a refused page publishes each of its errors, those of the server included', async () => {
    const { published, store } = show()
    await next()
    await next()
    const required = ['form.error', of(0, { fieldId: 'name', rule: 'required' })]
    expect(published).toEqual([['form.started', of(0)], required])
    const issues = [{ fieldId: 'mail', controlId: 'mail', message: 'Email is not known' }]
    const result = { ...NOT_SENT, success: false, issues }
    act(() => void store.dispatch(submitFinished({ formId: '1', result })))
    expect(published.slice(2)).toEqual([
      ['form.submitted', { formId: '1', formPostId: null, success: false }],
      ['form.error', of(0, { fieldId: 'mail', rule: 'server' })],
    ])
  })

  test.each([
    ['with its page', () => cleanup()],
    ['with its document', () => void dispatchEvent(new Event('pagehide'))],
  ])(
    'a form that was begun and goes %s is abandoned, once, at the field that was left last',
    async (_, leave) => {
      const { published } = show()
      await userEvent.type(nameField(), 'Ada')
      await userEvent.tab()
      leave()
      cleanup()
      expect(published.slice(1)).toEqual([['form.abandoned', of(0, { fieldId: 'name' })]])
    },
  )

  test('one that is left on a page where no field was left is abandoned at the field that was left last', async () => {
    const { published } = show()
    await userEvent.type(nameField(), 'Ada')
    await userEvent.tab()
    await next()
    cleanup()
    expect(published.at(-1)).toEqual(['form.abandoned', of(1, { fieldId: 'name' })])
  })

  test.each([true, false])(
    'what became of a post without script is not published by the script that comes after it: %s',
    (success) => {
      const { published } = show(FORM, finish(success))
      expect(published.map(([name]) => name)).not.toContain('form.submitted')
    },
  )

  test('that it is sent again with script after it was refused without, is published', () => {
    const { store, published } = show(aForm([aPage([aField()])]), finish(false))
    act(() => void store.dispatch(submitRequested({ formId: '1' })))
    act(() => void store.dispatch(finish(false)))
    expect(published).toContainEqual(['form.submitted', { formId: '1', formPostId: null, success: false }])
  })

  test('a form that was not started, that was sent, or whose visitor is signing in is not abandoned', async () => {
    const untouched = show()
    cleanup()
    expect(untouched.published).toEqual([])
    const sent = show()
    await userEvent.type(nameField(), 'Ada')
    act(() => void sent.store.dispatch(finish(true)))
    act(() => void sent.store.dispatch(pathChanged({ path: '/news', query: {} } as never)))
    cleanup()
    expect(sent.published.map(([name]) => name)).toEqual(['form.started', 'form.submitted'])
    const waiting = show()
    await userEvent.type(nameField(), 'Ada')
    act(() => waiting.bus.emit('page.interrupted', {}))
    cleanup()
    expect(waiting.published.map(([name]) => name)).toEqual(['form.started'])
  })

  test('one that could not be sent is abandoned where the visitor was, in spite of the path that follows', async () => {
    const { published, store } = show()
    await userEvent.type(nameField(), 'Ada')
    await next()
    act(() => void store.dispatch(submitFailed({ formId: '1', failure: 'no-answer' })))
    act(() => void store.dispatch(pathChanged({ path: '/news', query: {} } as never)))
    cleanup()
    expect(
      published.slice(1).map(([name, event]) => [name, (event as { pageIndex?: number }).pageIndex]),
    ).toEqual([
      ['form.page-changed', 1],
      ['form.submitted', undefined],
      ['form.abandoned', 1],
    ])
  })
})

/** Values that can be found anywhere: none is part of an id or of another value. */
const seeded = (seed: number) => (n: number) => `v${(seed * 7919 + n * 104_729).toString(36)}q`

describe('no event contains a value that is filled in', () => {
  const PARTS = {
    Address: ['street', 'address2', 'city', 'county', 'postcode', 'country'],
    Name: ['firstName', 'lastName'],
    Time: ['hours', 'minutes', 'period'],
  } as const

  test.each(Array.from({ length: 20 }, (_, seed) => seed))('with values %d', (seed) => {
    const valueOf = seeded(seed + 1)
    const types = ['TextBox', 'Number', 'Website', 'Email', 'Phone', 'Date', 'Multiline', 'Upload'] as const
    const texts = types.map((type, n) => ({
      field: aField({ id: `f${n}`, type, label: type, isRequired: true, minLength: 90 }),
      value:
        type === 'Upload' ? { name: `${valueOf(n)}.exe`, sizeBytes: 9, type: valueOf(50 + n) } : valueOf(n),
    }))
    const choices = (['Radio', 'Dropdown', 'Checkbox'] as const).map((type, n) => {
      const options = OPTIONS.map((option, m) => ({
        ...option,
        id: valueOf(100 + n * 10 + m),
        value: valueOf(200 + n * 10 + m),
      }))
      const id = valueOf(100 + n * 10)
      return {
        field: aField({ id: `c${n}`, type, label: type, isRequired: true, options }),
        value: type === 'Checkbox' ? [id] : id,
      }
    })
    const parted = (['Address', 'Name', 'Time'] as const).map((type, n) => {
      const parts = PARTS[type].map((name) => ({ name, id: `${type}${name}` }))
      const value = Object.fromEntries(PARTS[type].map((name, m) => [name, valueOf(300 + n * 10 + m)]))
      return { field: aField({ id: `p${n}`, type, label: type, isRequired: true, parts }), value }
    })
    const all = [...texts, ...choices, ...parted]
    const { store, published } = show(aForm([aPage(all.map(({ field }) => field)), aPage([aField()])]))
    for (const { field, value } of all)
      act(() => void store.dispatch(valueChanged({ formId: '1', fieldId: field.id, value })))
    act(() => screen.getByRole('button', { name: 'Next page' }).click())
    act(() => void store.dispatch(finish(false)))
    cleanup()
    expect(new Set(published.map(([name]) => name))).toEqual(
      new Set(['form.started', 'form.error', 'form.submitted', 'form.abandoned']),
    )
    const everything = JSON.stringify(published)
    const values = all.flatMap(({ value }) =>
      typeof value === 'string' ? [value] : Object.values(value).map(String),
    )
    expect(values.length).toBeGreaterThan(20)
    expect(values.filter((value) => value !== '9' && everything.includes(value))).toEqual([])
  })
})
