import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { TextEncoder } from 'node:util'
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../messages/index.ts'
import { FIRST_PAGE, goTo } from '../domain/page-info.ts'
import { captchaKeyLoaded, formLoaded, formResumed, gateGiven, valuesAdopted } from '../state/form-actions.ts'
import { selectForm } from '../state/form-state.ts'
import { formSlice, freshForm } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

/** React's server renderer needs one on import, but only uses it for streams; Node's own would keep the test process running. */
class MessageChannel {
  readonly port1 = {}
  readonly port2 = {}
}
Object.assign(globalThis, { MessageChannel, TextEncoder })
const { renderToString } = await import('react-dom/server')

const form = aForm([
  aPage([
    aField({ id: 'name' }),
    aField({
      id: 'time',
      type: 'Time',
      parts: [
        { name: 'hours', id: 'h' },
        { name: 'minutes', id: 'm' },
      ],
    }),
  ]),
])

function aSlot(options: object = {}, language: keyof typeof catalogues = 'en-GB') {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  store.dispatch(formLoaded({ formId: '1', definition: form }))
  const bus = createBus({ onListenerError: () => undefined })
  return {
    store,
    element: (
      <StoreProvider store={store}>
        <FormSlot
          slotId="form-1"
          view="form"
          props={{ formId: '1', ...options }}
          store={store}
          bus={bus}
          messages={catalogues[language]!}
        />
      </StoreProvider>
    ),
  }
}

test('the server shows the whole first page, with buttons that wait for the script', () => {
  document.body.innerHTML = renderToString(aSlot().element)
  expect(screen.getByRole('textbox', { name: /Your name/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled()
})

test('is hydrated on the server’s own nodes, without a mismatch, and loses nothing that was typed before', async () => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(aSlot().element)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: /Your name/ })
  input.value = 'Ada'
  const { store, element } = aSlot()
  const problems: unknown[] = []
  await act(async () => {
    hydrateRoot(container, element, { onRecoverableError: (error) => problems.push(error) })
  })
  expect(problems).toEqual([])
  expect(screen.getByRole('textbox', { name: /Your name/ })).toBe(input)
  expect(input).toHaveValue('Ada')
  expect(store.getState()).toMatchObject({ form: { forms: { '1': { values: { name: 'Ada' } } } } })
  expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test('what a visitor unticks or clears before the script runs is not sent, and what they left alone stays as it was', async () => {
  const definition = aForm([
    aPage([
      aField({ id: 'consent', type: 'Checkbox', options: [{ ...OPTIONS[0], isSelected: true }] }),
      aField({ id: 'kept', type: 'Checkbox', options: [{ ...OPTIONS[1], isSelected: true }] }),
      aField({ id: 'cleared' }),
      aField({ id: 'who', type: 'Name', parts: [{ name: 'firstName', id: 'f' }] }),
      aField({ id: 'list', type: 'Dropdown', options: [{ ...OPTIONS[0], value: 'null', isSelected: true }] }),
      aField({ id: 'hidden', type: 'HiddenField', label: 'campaign', initial: 'direct' }),
      aField({
        id: 'none',
        type: 'Radio',
        options: [{ ...OPTIONS[0], name: 'None selected', isSelected: true }],
      }),
    ]),
    aPage([aField({ id: 'later', initial: 'given' })]),
  ])
  const aPrefilledSlot = () => {
    const slot = aSlot()
    slot.store.dispatch(formLoaded({ formId: '1', definition }))
    slot.store.dispatch(valuesAdopted({ formId: '1', values: { cleared: 'Ada', who: { firstName: 'Ada' } } }))
    return slot
  }
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(aPrefilledSlot().element)
  const [consent] = screen.getAllByRole<HTMLInputElement>('checkbox')
  consent!.checked = false
  for (const input of screen.getAllByRole<HTMLInputElement>('textbox')) input.value = ''
  const { store, element } = aPrefilledSlot()
  const before = selectForm(store.getState(), '1')!.values
  await act(async () => void hydrateRoot(container, element))
  expect(selectForm(store.getState(), '1')!.values).toEqual({
    ...before,
    consent: [],
    cleared: '',
    who: {},
  })
  expect(before).toMatchObject({ kept: ['n1'], list: 'null', hidden: 'direct', none: 'y1', later: 'given' })
  expect(consent).not.toBeChecked()
})

test('text that the browser could not read before the script ran is a problem of its field', async () => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const aNumberSlot = () => {
    const slot = aSlot()
    const definition = aForm([aPage([aField({ id: 'seats', type: 'Number' })]), aPage([aField({ id: 'b' })])])
    slot.store.dispatch(formLoaded({ formId: '1', definition }))
    return slot
  }
  container.innerHTML = renderToString(aNumberSlot().element)
  const input = screen.getByRole('spinbutton')
  Object.defineProperty(input, 'validity', { value: { badInput: true } })
  const { store, element } = aNumberSlot()
  await act(async () => void hydrateRoot(container, element))
  act(() => screen.getByRole('button', { name: 'Next page' }).click())
  expect(selectForm(store.getState(), '1')).toMatchObject({ pageInfo: { currentPageIndex: 0 } })
  expect(input).toHaveAccessibleDescription(/must be a number/)
})

test('fields are rendered only once the script runs where the page is configured so', async () => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(aSlot({ fieldsAfterMount: true }).element)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('Loading form...')
  await act(async () => {
    hydrateRoot(container, aSlot({ fieldsAfterMount: true }).element)
  })
  expect(screen.getByRole('textbox', { name: /Your name/ })).toBeVisible()
})

test('without JavaScript the browser posts the form: its id, the host’s hidden fields, earlier answers, and the default button', () => {
  const { store, element } = aSlot()
  store.dispatch(gateGiven({ hidden: { 'x-form-stamp': 'now' }, trapField: 'fax' }))
  store.dispatch(
    formLoaded({
      formId: '1',
      definition: aForm([aPage([aField({ id: 'a' })]), aPage([aField({ id: 'b' })])]),
    }),
  )
  const { definition: _, ...state } = freshForm(null)
  store.dispatch(
    formResumed({
      formId: '1',
      state: { ...state, pageInfo: goTo(FIRST_PAGE, 1), hidden: { 'x-form-state': 'sealed' } },
    }),
  )
  document.body.innerHTML = renderToString(element)
  const named = [...document.querySelectorAll<HTMLInputElement>('input[name], button[name]')]
  expect(named.map(({ name, type, value }) => [name, type, value])).toEqual([
    ['b', 'text', ''],
    ['x-form', 'hidden', 'classic/1'],
    ['x-form-stamp', 'hidden', 'now'],
    ['x-form-state', 'hidden', 'sealed'],
    ['fax', 'text', ''],
    ['action', 'submit', 'submit'],
    ['action', 'submit', 'previous'],
    ['action', 'submit', 'submit'],
  ])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Previous page',
    'Submit',
  ])
  expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  expect(document.body.textContent).not.toContain('needs JavaScript')
})

test('a form that was refused without a script is posted to its own place on the page, and begins with what is wrong', () => {
  const { store, element } = aSlot({ showSteps: true })
  const pages = [aPage([aField({ id: 'a', isRequired: true })]), aPage([aField({ id: 'b' })])]
  store.dispatch(formLoaded({ formId: '1', definition: aForm(pages) }))
  const { definition: _, ...state } = freshForm(null)
  store.dispatch(formResumed({ formId: '1', state: { ...state, isSummaryShown: true, hidden: {} } }))
  document.body.innerHTML = renderToString(element)
  const posted = document.querySelector('form')!
  expect(posted.getAttribute('action')).toBe(`#${posted.id}`)
  expect(posted.firstElementChild).toBe(screen.getByRole('alert', { name: 'Oops' }))
})

test('of a captcha the server’s markup has only an empty container: nothing is shown without JavaScript', () => {
  const { store, element } = aSlot()
  store.dispatch(formLoaded({ formId: '1', definition: aForm([aPage([aField()])], { hasCaptcha: true }) }))
  store.dispatch(captchaKeyLoaded({ siteKey: 'k' }))
  document.body.innerHTML = renderToString(element)
  expect(document.body.textContent).not.toMatch(/captcha/i)
  expect(document.querySelector('.captcha-room')).toBeEmptyDOMElement()
})

test.each([
  ['Applications closed on 1 March.', 'en-GB', 'Applications closed on 1 March.'],
  ['', 'en-GB', 'This form is closed.'],
  ['', 'cy', 'Mae’r ffurflen hon ar gau.'],
] as const)(
  'a form that is closed with the message %j says so in place of its fields (%s)',
  (message, language, shown) => {
    const { store, element } = aSlot({}, language)
    store.dispatch(formLoaded({ formId: '1', definition: { ...form, closedMessage: message } }))
    const box = new DOMParser().parseFromString(renderToString(element), 'text/html').body.firstElementChild!
    expect([box.id, box.getAttribute('role')]).toEqual(['form-id-1', 'alert'])
    expect(box.innerHTML).toBe(shown)
  },
)
