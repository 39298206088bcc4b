import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { HostState, JsonObject } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { readFormOptions } from '../domain/form-options.ts'
import { catalogues } from '../messages/index.ts'
import { formLoaded, gateGiven, submitFinished } from '../state/form-actions.ts'
import { NOT_SENT, selectForm } from '../state/form-state.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

const questions = (formId: string) =>
  aForm(
    [
      aPage([
        aField({ id: 'name', label: 'Your name', isRequired: true }),
        aField({ id: 'reply', type: 'Radio', label: 'A reply?', options: OPTIONS }),
        aField({ id: 'about', type: 'HiddenField', label: 'about' }),
      ]),
      aPage([aField({ id: 'more', label: 'Question' })]),
    ],
    { formId, title: `Form ${formId}` },
  )

/** Forms in their slots, as the server has loaded them. */
function show(slots: Readonly<Record<string, JsonObject>>) {
  const page = { slots: Object.entries(slots).map(([id, props]) => ({ id, props })) }
  const store = createStore({ preloadedState: { page: page as unknown as HostState['page'] } })
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  for (const props of Object.values(slots)) {
    const { formId, key } = readFormOptions(props)
    store.dispatch(formLoaded({ formId: key, definition: questions(formId) }))
  }
  store.dispatch(gateGiven({ hidden: {}, trapField: 'fax' }))
  const bus = createBus()
  render(
    <StoreProvider store={store}>
      {Object.entries(slots).map(([slotId, props]) => (
        <section key={slotId} aria-label={slotId}>
          <FormSlot
            slotId={slotId}
            view="form"
            props={props}
            store={store}
            bus={bus}
            messages={catalogues['en-GB']}
          />
        </section>
      ))}
    </StoreProvider>,
  )
  return { store, bus }
}

const inSlot = (slotId: string) => within(screen.getByRole('region', { name: slotId }))
const nameIn = (slotId: string) => inSlot(slotId).getByRole('textbox', { name: /Your name/ })
const nextIn = (slotId: string) => userEvent.click(inSlot(slotId).getByRole('button', { name: 'Next page' }))

const TWICE = {
  'form-1': { formId: '1', hiddenFormData: { about: 'the park' } },
  'form-1-2': { formId: '1', instance: 'form-1-2', hiddenFormData: { about: 'the library' } },
} as const
const TWO = { 'form-1': { formId: '1' }, 'form-2': { formId: '2' } } as const

describe.each([
  ['the same form twice on a page', TWICE, 'form-1-2'],
  ['two different forms on a page, whose fields have the same ids', TWO, 'form-2'],
])('%s (docs/decisions/0052)', (_, slots, second) => {
  test('each is filled in, refused and paged for itself, and takes the focus where it is used', async () => {
    show(slots)
    await nextIn(second)
    expect(nameIn(second)).toHaveFocus()
    expect(inSlot('form-1').queryByRole('alert')).toBeNull()
    await userEvent.type(nameIn(second), 'Ada')
    await userEvent.click(inSlot(second).getByRole('radio', { name: 'Yes, please' }))
    expect(nameIn('form-1')).toHaveValue('')
    expect(inSlot('form-1').getByRole('radio', { name: 'Yes, please' })).not.toBeChecked()
    await nextIn(second)
    await waitFor(() => expect(inSlot(second).getByRole('textbox', { name: /Question/ })).toHaveFocus())
    expect(nameIn('form-1')).toBeVisible()
  })

  test('ids are unique, and every label belongs to its own control', async () => {
    show(slots)
    await nextIn('form-1')
    await nextIn(second)
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const slotId of ['form-1', second]) {
      const region = screen.getByRole('region', { name: slotId })
      for (const label of region.querySelectorAll('label')) expect(region).toContainElement(label.control)
      await userEvent.click(inSlot(slotId).getByRole('link', { name: 'Your name is a required field' }))
      expect(nameIn(slotId)).toHaveFocus()
    }
  })

  test('one is sent, and confirmed in its own place', () => {
    const { store } = show(slots)
    const { key } = readFormOptions((slots as Readonly<Record<string, JsonObject>>)[second] ?? {})
    const result = { ...NOT_SENT, success: true, formPostId: '42' }
    act(() => void store.dispatch(submitFinished({ formId: key, result })))
    expect(inSlot(second).getByText(/Form reference number is/)).toBeVisible()
    expect(nameIn('form-1')).toBeVisible()
  })
})

describe('the same form twice on a page (docs/decisions/0052)', () => {
  test('each has the hidden values of its own block', () => {
    const { store } = show(TWICE)
    const given = ['1', '1~form-1-2'].map((key) => selectForm(store.getState(), key)?.values['about'])
    expect(given).toEqual(['the park', 'the library'])
  })

  test('without script the second says which one it is; a form alone on its page need not', () => {
    show(TWICE)
    const posted = [...document.querySelectorAll('form')].map((form) => [...new FormData(form)])
    const ofForm = posted.map((pairs) =>
      pairs.filter(([name]) => name.startsWith('x-form') || name === 'form-key'),
    )
    expect(ofForm).toEqual([
      [['x-form', 'classic/1']],
      [
        ['x-form', 'classic/1'],
        ['form-key', '1~form-1-2'],
      ],
    ])
  })
})
