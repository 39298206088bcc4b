import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'
import type { JsonObject } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { FIELD_TYPES, type FormDefinition } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { NOT_SENT, selectForm, type SubmitResult } from '../state/form-state.ts'
import {
  formFailed,
  formLoaded,
  gateGiven,
  loadRequested,
  submitFailed,
  submitFinished,
} from '../state/form-actions.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

const twoPages = aForm([
  aPage([
    aField({ id: 'name', label: 'Your name', isRequired: true, maxLength: 5 }),
    aField({ id: 'mail', type: 'Email', label: 'Email' }),
  ]),
  aPage([aField({ id: 'more', type: 'Multiline', label: 'Question' })]),
])

function show(form: FormDefinition | null = twoPages, language = 'en-GB', options: JsonObject = {}) {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  if (form) store.dispatch(formLoaded({ formId: '1', definition: form }))
  const bus = createBus({ onListenerError: () => undefined })
  const slot = (
    <FormSlot
      slotId="form-1"
      view="form"
      props={{ formId: '1', ...options }}
      store={store}
      bus={bus}
      messages={catalogues[language]!}
    />
  )
  return { store, bus, ...render(<StoreProvider store={store}>{slot}</StoreProvider>) }
}
const next = () => screen.getByRole('button', { name: 'Next page' })

describe('embedded form (specification 2)', () => {
  test('says that it is loading until it is there', () => {
    show(null)
    expect(screen.getByRole('status')).toHaveTextContent('Loading form...')
  })

  test('shows the fields of the first page, marked as optional or required, and the step', () => {
    show(twoPages, 'en-GB', { showSteps: true })
    expect(screen.getByRole('textbox', { name: 'Your name (required)' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email (optional)' })).toBeVisible()
    expect(screen.getByText('Step 1 / 2')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /Question/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Previous page' })).toBeNull()
    expect(next()).toBeVisible()
    expect(screen.queryByText('Submitting form...')).toBeNull()
  })

  test('does not go on with errors: the summary is titled Oops and links to the field, which has focus', async () => {
    show()
    await userEvent.click(next())
    const summary = screen.getByRole('alert', { name: 'Oops' })
    const field = screen.getByRole('textbox', { name: /Your name/ })
    expect(field).toHaveFocus()
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Your name is a required field'))
    act(() => field.blur())
    await userEvent.click(within(summary).getByRole('link', { name: 'Your name is a required field' }))
    expect(field).toHaveFocus()
  })

  test('the first of several errors has the focus', async () => {
    const fields = ['First', 'Second'].map((label) => aField({ id: label, label, isRequired: true }))
    show(aForm([aPage(fields)]))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('textbox', { name: /First/ })).toHaveFocus()
  })

  test('the first of several errors is scrolled to, also when its field had the focus already', async () => {
    const scrolled: (string | null)[] = []
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.querySelector('label')?.textContent ?? null)
    }
    show()
    act(() => screen.getByRole('textbox', { name: /Your name/ }).focus())
    await userEvent.click(next())
    expect(scrolled).toEqual(['Your name (required)'])
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  test('says what is missing only after the field was left, and what is wrong at once', async () => {
    show()
    const mail = screen.getByRole('textbox', { name: /Email/ })
    await userEvent.type(mail, 'nobody')
    expect(mail).toHaveFocus()
    expect(screen.getByText('Email is not a valid email address')).toBeVisible()
    const field = screen.getByRole('textbox', { name: /Your name/ })
    await userEvent.click(field)
    expect(screen.queryByText('Your name is a required field')).toBeNull()
    await userEvent.tab()
    expect(screen.getByText('Your name is a required field')).toBeVisible()
    await userEvent.type(field, 'Augusta')
    expect(screen.getByText('Your name must be no more than 5 characters long')).toBeVisible()
    expect(screen.getByText('2 characters over')).toBeVisible()
  })

  test('goes on by Enter, moves focus to the first field there, and comes back with everything kept', async () => {
    show(twoPages, 'en-GB', { showSteps: true })
    await userEvent.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada{Enter}')
    expect(screen.getByText('Step 2 / 2')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Question/ })).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(screen.getByRole('textbox', { name: /Your name/ })).toHaveValue('Ada')
  })

  test('goes one page by a double click, forward and back', async () => {
    const pages = ['a', 'b', 'c'].map((id) => aPage([aField({ id })]))
    show(aForm(pages), 'en-GB', { showSteps: true })
    await userEvent.dblClick(next())
    expect(screen.getByText('Step 2 / 3')).toBeVisible()
    await userEvent.click(next())
    await userEvent.dblClick(screen.getByRole('button', { name: 'Previous page' }))
    expect(screen.getByText('Step 2 / 3')).toBeVisible()
  })

  test('moves focus 300 milliseconds after a change of page, and not before', async () => {
    show(aForm([aPage([aField()]), aPage([aField({ id: 'second', label: 'Second' })])]))
    const left = Date.now()
    await userEvent.click(next())
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Second/ })).toHaveFocus())
    expect(Date.now() - left).toBeGreaterThanOrEqual(300)
    expect(FORM_FOCUS_DELAY_MS).toBe(300)
  })

  test('moves focus to the heading of a page without a field, and never to the honeypot field', async () => {
    const section = aField({ id: 's', type: 'SectionBreak', label: 'Before you send' })
    const { store, container } = show(aForm([aPage([aField()]), aPage([section])]))
    act(() => void store.dispatch(gateGiven({ hidden: {}, trapField: 'fax' })))
    await userEvent.click(next())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Before you send' })).toHaveFocus())
    expect(container.querySelector('[name="fax"]')).not.toHaveFocus()
  })

  test('leaves focus where a visitor has put it before the page did', async () => {
    show(aForm([aPage([aField()]), aPage([aField({ id: 'a' }), aField({ id: 'b', label: 'Second' })])]))
    await userEvent.click(next())
    await userEvent.type(screen.getByRole('textbox', { name: /Second/ }), 'quick')
    await act(() => new Promise((resolve) => setTimeout(resolve, 2 * FORM_FOCUS_DELAY_MS)))
    expect(screen.getByRole('textbox', { name: /Second/ })).toHaveFocus()
  })

  test('leaves focus on another button than the one that was pressed for the page', async () => {
    show(aForm([aPage([aField()]), aPage([aField({ id: 'a', label: 'Second' })])]))
    await userEvent.click(next())
    const back = screen.getByRole('button', { name: 'Previous page' })
    act(() => back.focus())
    await act(() => new Promise((resolve) => setTimeout(resolve, 2 * FORM_FOCUS_DELAY_MS)))
    expect(back).toHaveFocus()
  })

  test('cannot be sent twice: the button is off while it is on its way', async () => {
    show(aForm([aPage([aField()])]))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled()
    expect(screen.getByText('Submitting form...')).toBeVisible()
  })

  test('gives the confirmation and the reference number, takes focus and tells the page', async () => {
    const { store, bus } = show(aForm([aPage([aField()])], { confirmationHtml: '<p>We have it</p>' }))
    const heard = jest.fn()
    bus.on('form.submitted', heard)
    act(
      () =>
        void store.dispatch(
          submitFinished({ formId: '1', result: { ...NOT_SENT, success: true, formPostId: '42' } }),
        ),
    )
    expect(screen.getByRole('heading', { name: 'We have your form' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'What happens next' }).nextElementSibling).toHaveTextContent(
      'We have it',
    )
    expect(screen.getByRole('status')).toHaveTextContent('Form reference number is 42')
    expect(screen.getByRole('status')).toHaveFocus()
    expect(heard).toHaveBeenCalledWith({ formId: '1', formPostId: '42', success: true })
  })

  test('the fragment that it posts to is the form, its replacement, or why it could not be sent', () => {
    const { container, store } = show(aForm([aPage([aField()])]))
    const form = container.querySelector('form')!
    const target = form.getAttribute('action')!
    expect(target).toBe('#form-id-1')
    const shown = () => container.querySelectorAll(target)
    expect(shown()).toEqual(container.querySelectorAll('form'))
    act(() => void store.dispatch(submitFailed({ formId: '1', failure: 'no-answer' })))
    expect([...shown()]).toEqual([screen.getByRole('alert')])
    const result = { ...NOT_SENT, success: false, issues: [{ fieldId: 'f', controlId: 'f', message: 'No' }] }
    act(() => void store.dispatch(submitFinished({ formId: '1', result })))
    expect([...shown()]).toEqual([form])
    act(() => void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: true } })))
    expect([...shown()]).toEqual([screen.getByRole('status')])
    act(() => void store.dispatch(formFailed({ formId: '1' })))
    expect([...shown()]).toEqual([screen.getByRole('alert')])
  })

  test('a form that redirects asks the page to go there', () => {
    const { store, bus } = show(aForm([aPage([aField()])]))
    const heard = jest.fn()
    bus.on('route.requested', heard)
    act(
      () =>
        void store.dispatch(
          submitFinished({
            formId: '1',
            result: { ...NOT_SENT, success: true, redirectOnSuccessUrl: '/thanks' },
          }),
        ),
    )
    expect(heard).toHaveBeenCalledWith({ path: '/thanks' })
    expect(screen.getByRole('status')).toHaveTextContent('Success posting form')
  })

  test('says why it could not be sent, and keeps what was filled in', () => {
    const { store } = show(aForm([aPage([aField()])]))
    act(() => void store.dispatch(submitFailed({ formId: '1', failure: 'no-answer' })))
    expect(screen.getByRole('alert')).toHaveTextContent('There was an error submitting the form')
    expect(screen.getByRole('alert')).toHaveTextContent('Network request failed')
    expect(screen.getByRole('textbox', { name: /Your name/ })).toBeVisible()
  })

  test('says what became of the post to a second address, with its errors or without', () => {
    const { store } = show(aForm([aPage([aField()])]))
    const causes = (customPostErrors: readonly string[]) => {
      const customPost = { url: 'https://crm.example', success: false, errors: customPostErrors }
      const result = { ...NOT_SENT, success: false, customPost }
      act(() => void store.dispatch(submitFinished({ formId: '1', result })))
      return [...screen.getByRole('alert').querySelectorAll('p')].map((text) => text.textContent)
    }
    expect(causes(['too late', 'closed'])).toContain('Error posting to custom url: too late, closed')
    expect(causes([])).toContain('Error posting to custom url ')
  })

  test('the submit button says what its author wrote', () => {
    show(aForm([aPage([aField()])], { submitLabel: 'Report it' }))
    expect(screen.getByRole('button', { name: 'Report it' })).toBeVisible()
  })

  test('speaks Welsh, of what is wrong and of a form that could not be sent too', async () => {
    const { store } = show(twoPages, 'cy')
    await userEvent.click(screen.getByRole('button', { name: 'Tudalen nesaf' }))
    expect(screen.getByRole('link', { name: 'Mae Your name yn faes gofynnol' })).toBeVisible()
    act(() => void store.dispatch(submitFailed({ formId: '1', failure: 'timed-out' })))
    expect(screen.getByText('Aeth y cais rhwydwaith yn rhy hir')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Tudalen nesaf' })).toBeVisible()
  })
})

describe('what the page that holds a form says of it (specification 2)', () => {
  const one = aForm([aPage([aField({ label: 'Name', isRequired: true })])])
  const sent = (formPostId: string) =>
    submitFinished({ formId: '1', result: { ...NOT_SENT, success: true, formPostId } })

  test('no step is shown unless it asks for it', () => {
    show()
    expect(screen.queryByText(/Step/)).toBeNull()
  })

  test('the reference number may be kept from the visitor', () => {
    const { store } = show(one, 'en-GB', { hideRef: true })
    act(() => void store.dispatch(sent('42')))
    expect(screen.getByRole('status')).toHaveTextContent('Success posting form')
    expect(screen.queryByText(/42/)).toBeNull()
  })

  test('its phrases replace the form’s own', async () => {
    const localisedPhrases = {
      step: 'Cam',
      nextPage: 'Nesaf',
      previousPage: 'Blaenorol',
      errorTitle: 'Wps!',
      required: '*',
      optional: '-',
      fieldRequiredError: 'is missing',
    }
    show(twoPages, 'en-GB', { showSteps: true, localisedPhrases })
    expect(screen.getByText('Cam 1 / 2')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your name *' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email -' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Nesaf' }))
    expect(screen.getByRole('alert', { name: 'Wps!' })).toHaveTextContent('Your name is missing')
    await userEvent.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada{Enter}')
    expect(screen.getByRole('button', { name: 'Blaenorol' })).toBeVisible()
  })

  test('a field whose label is in a phrase has that for its own', async () => {
    const localisedPhrases = { 'fieldRequiredError:Your name': 'Tell us who you are' }
    show(twoPages, 'en-GB', { localisedPhrases })
    await userEvent.click(next())
    expect(screen.getByRole('link', { name: 'Tell us who you are' })).toBeVisible()
  })

  test('hidden fields hold what it gives them, by label', () => {
    const hidden = aForm([aPage([aField({ id: 'h', type: 'HiddenField', label: 'campaign' })])])
    const { container } = show(hidden, 'en-GB', { hiddenFormData: { campaign: 'newsletter-may' } })
    expect(container.querySelector('input[type="hidden"]')).toHaveValue('newsletter-may')
  })

  test('a form that failed to load can be tried again', async () => {
    const { store } = show()
    const seen: unknown[] = []
    store.inject({
      owner: 'watcher',
      slices: [{ key: 'seen', reducer: (_state, action) => seen.push(action) }],
    })
    act(() => void store.dispatch(formFailed({ formId: '1' })))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(seen).toContainEqual(loadRequested({ formId: '1', provider: 'classic', prefill: {} }))
    expect(screen.getByRole('status')).toHaveTextContent('Loading form...')
  })

  test('a form that the visitor may not see shows a message, with a link to sign in where that helps', () => {
    const { store } = show()
    const path = '/account/login?redirect_uri=%2Fask'
    const refuse = (text: string, to: string | null) =>
      act(
        () => void store.dispatch(formFailed({ formId: '1', refusal: { text, label: 'Sign in', path: to } })),
      )
    refuse('You have to sign in.', path)
    expect(screen.getByRole('alert')).toHaveTextContent('You have to sign in.')
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', path)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    refuse('Not for your account.', null)
    expect(screen.getByRole('alert')).toHaveTextContent('Not for your account.')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('a press of Next out of a wrong field is not lost: nothing moves before it is over', async () => {
    show()
    const user = userEvent.setup()
    await user.click(screen.getByRole('textbox', { name: /Your name/ }))
    await user.pointer({ keys: '[MouseLeft>]', target: next() })
    expect(screen.queryByText('Your name is a required field')).toBeNull()
    await user.pointer({ keys: '[/MouseLeft]', target: next() })
    expect(screen.getByRole('link', { name: 'Your name is a required field' })).toBeVisible()
  })

  test('what the server found wrong is listed with links', () => {
    const { store } = show(one)
    const issues = [{ fieldId: 'ctrl_1-69-a', controlId: 'ctrl_1-69-a', message: 'Name is taken' }]
    act(
      () =>
        void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, issues } })),
    )
    expect(screen.getByRole('link', { name: 'Name is taken' })).toHaveAttribute('href', '#ctrl_1-69-a')
  })

  test.each([
    ['name', 'Your name', 'Name is taken'],
    ['more', 'Question', 'Too odd'],
  ])(
    'what the server found wrong with %s is shown on its page, where the focus goes, and nothing is lost',
    async (fieldId, label, message) => {
      const { store } = show()
      const user = userEvent.setup()
      await user.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada')
      await user.click(next())
      await user.type(await screen.findByRole('textbox', { name: /Question/ }), 'Why?')
      await user.click(screen.getByRole('button', { name: 'Submit' }))
      const issues = [{ fieldId, controlId: fieldId, message }]
      act(
        () =>
          void store.dispatch(
            submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, issues } }),
          ),
      )
      const field = screen.getByRole('textbox', { name: new RegExp(label) })
      expect(field).toHaveFocus()
      await act(() => new Promise((resolve) => setTimeout(resolve, 2 * FORM_FOCUS_DELAY_MS)))
      expect(field).toHaveFocus()
      expect(field).toHaveAccessibleDescription(new RegExp(message))
      expect(selectForm(store.getState(), '1')?.values).toMatchObject({ name: 'Ada', more: 'Why?' })
      await user.type(field, 'x')
      expect(field).toHaveFocus()
    },
  )

  test('what the server found wrong is listed on its page alone, also later, and no message box says it again', async () => {
    const { store } = show()
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada')
    await user.click(next())
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    const issues = [
      { fieldId: 'name', controlId: 'name', message: 'Name is taken' },
      { fieldId: 'more', controlId: 'more', message: 'Too odd' },
    ]
    const ofNoField = { fieldId: '', controlId: '', message: 'Of no field' }
    const refuse = (more: Partial<SubmitResult>) => {
      const result = { ...NOT_SENT, success: false, ...more }
      act(() => void store.dispatch(submitFinished({ formId: '1', result })))
    }
    const listed = () => screen.queryAllByRole('link').map((link) => link.textContent)
    const box = () => screen.queryByRole('heading', { name: 'There was an error submitting the form' })
    refuse({ formData: { ...NOT_SENT.formData, errors: ['Where from?'] }, issues: [...issues, ofNoField] })
    expect(box()).toBeVisible()
    expect(listed()).toEqual(expect.arrayContaining(['Name is taken', 'Of no field']))
    refuse({ issues })
    expect(box()).toBeNull()
    expect(listed()).not.toContain('Too odd')
    await user.type(screen.getByRole('textbox', { name: /Your name/ }), 'x')
    expect(box()).toBeNull()
    await user.click(next())
    expect(listed()).toContain('Too odd')
    const question = await screen.findByRole('textbox', { name: /Question/ })
    await user.click(screen.getByRole('link', { name: 'Too odd' }))
    expect(question).toHaveFocus()
    await user.type(question, 'Why?')
    expect(listed()).not.toContain('Too odd')
    expect(box()).toBeNull()
  })

  test('an error that the server found is shown at its field, until it has another answer', async () => {
    const { store } = show(one)
    const field = screen.getByRole('textbox')
    const issues = [{ fieldId: field.id, controlId: field.id, message: 'Name is taken' }]
    act(
      () =>
        void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, issues } })),
    )
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/Name is taken/)
    await userEvent.type(field, 'Ada')
    expect(field).toBeValid()
    expect(screen.queryByText('Name is taken')).toBeNull()
  })

  test.each([
    [['error posting file', 'no room'], 1, 'File upload error: error posting file no room'],
    [[], 1, 'File upload error: 1/2 uploaded'],
  ])('files that failed with %j after %i are told: %s', (errors, processed, text) => {
    const { store } = show(one)
    const files = { success: false, errors, total: 2, processed, byField: {} }
    act(
      () =>
        void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, files } })),
    )
    expect(screen.getByText(text)).toBeVisible()
  })

  test('"None selected" is no choice where nothing need be chosen', () => {
    const options = [{ id: 'n', name: 'None selected', value: '', index: '0' }, ...OPTIONS]
    show(aForm([aPage([aField({ type: 'Radio', label: 'Lift?', options })])]))
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  test('a drop-down’s item without a value is the empty choice; without one an empty first item is added', () => {
    const options = [{ id: 'n', name: 'Please choose one', value: '', index: '0' }, ...OPTIONS]
    const { container } = show(
      aForm([
        aPage([
          aField({ id: 'a', type: 'Dropdown', options }),
          aField({ id: 'b', type: 'Dropdown', options: OPTIONS }),
        ]),
      ]),
    )
    const valuesOf = (id: string) =>
      [...container.querySelectorAll<HTMLOptionElement>(`#${id} option`)].map(({ value }) => value)
    expect(valuesOf('a')).toEqual(['null', 'yes', 'no'])
    expect(valuesOf('b')).toEqual(['null', 'yes', 'no'])
  })

  test('two forms of a page never share an id, and the first keeps its own', () => {
    const { store, bus } = show(one)
    store.dispatch(formLoaded({ formId: '2', definition: { ...one, formId: '2' } }))
    const slot = { slotId: 'form-2', view: 'form', store, bus, messages: catalogues['en-GB'] }
    render(
      <StoreProvider store={store}>
        <FormSlot {...slot} props={{ formId: '2' }} />
      </StoreProvider>,
    )
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('ctrl_1-69-a')
    expect(ids).toContain('form-2-ctrl_1-69-a')
  })
})

describe('text that its browser cannot read as a number or a date', () => {
  const unreadable = (input: HTMLElement, badInput: boolean) =>
    Object.defineProperty(input, 'validity', { configurable: true, value: { badInput } })

  test.each([
    ['Number', 'Seats must be a number'],
    ['Date', 'Seats must be in yyyy-mm-dd format'],
  ] as const)('in a %s keeps the visitor on its page, and is left as it is', async (type, message) => {
    const field = aField({ id: 'seats', label: 'Seats', type })
    show(aForm([aPage([field]), aPage([aField({ id: 'more' })])]))
    const input = screen.getByLabelText<HTMLInputElement>(/Seats/)
    const assigned = jest.spyOn(input, 'value', 'set')
    unreadable(input, true)
    fireEvent.input(input)
    await userEvent.click(next())
    expect(input).toHaveAccessibleDescription(message)
    expect(input).toHaveFocus()
    expect(assigned).not.toHaveBeenCalled()
    unreadable(input, false)
    fireEvent.keyUp(input)
    await userEvent.click(next())
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeVisible()
  })
})

describe('every type of field', () => {
  const parts = {
    Address: ['street', 'postcode'],
    Name: ['firstName', 'lastName'],
    Time: ['hours', 'minutes', 'seconds', 'period'],
  } as const
  const aFieldOf = (type: (typeof FIELD_TYPES)[number]) =>
    aField({
      id: `f-${type}`,
      type,
      label: `A ${type}`,
      instructions: 'Some help',
      ...(['Radio', 'Dropdown', 'Checkbox'].includes(type) ? { options: OPTIONS } : {}),
      ...(type in parts
        ? { parts: parts[type as keyof typeof parts].map((name) => ({ name, id: name })) }
        : {}),
    })

  test.each(FIELD_TYPES.filter((type) => type !== 'HiddenField'))('a %s has a name', (type) => {
    show(aForm([aPage([aFieldOf(type)])]))
    const name = new RegExp(`^A ${type}`)
    const roles = ['textbox', 'spinbutton', 'combobox', 'group', 'heading'] as const
    const found = [
      ...roles.flatMap((role) => screen.queryAllByRole(role, { name })),
      ...screen.queryAllByLabelText(name),
    ]
    expect(found.length).toBeGreaterThan(0)
  })

  test('instructions are behind a button with a clear name, which does not send the form', async () => {
    const { store } = show(aForm([aPage([aFieldOf('TextBox')])]))
    const toggle = screen.getByRole('button', { name: /Help.*A TextBox/ })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText('Some help')).not.toBeVisible()
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText('Some help')).toBeVisible()
    expect(selectForm(store.getState(), '1')?.submitStatus.isSubmitting).toBe(false)
    await userEvent.click(toggle)
    expect(screen.getByText('Some help')).not.toBeVisible()
  })

  test('a hidden field is not shown and keeps its value', () => {
    const { container } = show(aForm([aPage([aField({ id: 'h', type: 'HiddenField', placeholder: 'web' })])]))
    expect(container.querySelector('input[type="hidden"]')).toHaveValue('web')
  })

  test('the parts of a name are labelled, filled in by the browser and validated one by one', async () => {
    show(aForm([aPage([{ ...aFieldOf('Name'), isRequired: true }])]))
    const first = screen.getByRole('textbox', { name: 'First Name (required)' })
    expect(first).toHaveAttribute('autocomplete', 'given-name')
    await userEvent.type(first, 'Ada')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('textbox', { name: 'Last Name (required)' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Last Name (required)' })).toHaveAccessibleDescription(
      'Last Name is a required field',
    )
    expect(first).toBeValid()
  })

  test('a date with a time has one control', () => {
    show(aForm([aPage([{ ...aFieldOf('Date'), hasTime: true }])]))
    expect(screen.getByLabelText(/^A Date/)).toHaveAttribute('type', 'datetime-local')
  })

  test('the clock of a time takes two characters for hours and minutes', () => {
    show(aForm([aPage([aFieldOf('Time')])]))
    for (const name of ['Hours', 'Minutes'])
      expect(screen.getByRole('textbox', { name: `${name} (optional)` })).toHaveAttribute('maxlength', '2')
    expect(screen.getByRole('combobox', { name: 'AM/PM' })).toHaveValue('AM')
    expect(screen.getByRole('group', { name: 'A Time' })).toBeVisible()
  })

  test('am and pm are shown in the language of the page, and posted unchanged', () => {
    show(aForm([aPage([aFieldOf('Time')])]), 'cy')
    const period = screen.getByRole('combobox', { name: 'yb/yp' })
    expect(
      within(period)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['yb', 'yp'])
    expect(period).toHaveValue('AM')
  })

  test('a page that calls the half of the day otherwise has both of them to choose from', () => {
    const localisedPhrases = { period: 'Morning or afternoon' }
    show(aForm([aPage([aFieldOf('Time')])]), 'en-GB', { localisedPhrases })
    const period = screen.getByRole('combobox', { name: 'Morning or afternoon' })
    expect(within(period).getByRole('option', { name: 'PM' })).toHaveValue('PM')
  })

  test('a time of 24 hours asks for no half of the day', async () => {
    const time = aFieldOf('Time')
    const ofDay = time.parts!.filter(({ name }) => name === 'hours' || name === 'minutes')
    show(aForm([aPage([{ ...time, parts: ofDay }])]))
    expect(screen.queryByRole('combobox')).toBeNull()
    const hours = screen.getByRole('textbox', { name: 'Hours (optional)' })
    await userEvent.type(hours, '24')
    await userEvent.tab()
    expect(hours).toHaveAccessibleDescription('Hours must be a number between 0 and 23')
    await userEvent.clear(hours)
    await userEvent.type(hours, '09')
    await userEvent.tab()
    expect(hours).toBeValid()
  })

  test('several lines are five rows of 33 columns', () => {
    show(aForm([aPage([aFieldOf('Multiline')])]))
    const lines = screen.getByRole('textbox', { name: /^A Multiline/ })
    expect(lines).toHaveAttribute('rows', '5')
    expect(lines).toHaveAttribute('cols', '33')
  })

  test('a single checkbox with the label of its field is no group: the label appears once, with the mark and the error', async () => {
    const box = { ...OPTIONS[0], id: 'true', name: 'I agree', value: 'true', controlId: 'agree-true' }
    const agree = aField({
      id: 'agree',
      type: 'Checkbox',
      label: 'I agree',
      isRequired: true,
      options: [box],
    })
    const { store } = show(aForm([aPage([agree])]))
    expect(screen.queryByRole('group')).toBeNull()
    expect(screen.getAllByText(/I agree/)).toHaveLength(1)
    const control = screen.getByRole('checkbox', { name: 'I agree (required)' })
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(control).toHaveFocus()
    expect(control).toBeInvalid()
    expect(control).toHaveAccessibleDescription('I agree is a required field')
    await userEvent.click(screen.getByText(/^I agree$/, { selector: 'label' }))
    expect(selectForm(store.getState(), '1')?.values['agree']).toEqual(['true'])
    expect(control).toBeValid()
  })

  test('the wheel over a number that has the focus scrolls the page and changes nothing', () => {
    show(aForm([aPage([aFieldOf('Number'), aFieldOf('TextBox')])]))
    const [number, text] = [screen.getByLabelText(/^A Number/), screen.getByLabelText(/^A TextBox/)]
    number.focus()
    fireEvent.wheel(number)
    expect(number).not.toHaveFocus()
    text.focus()
    fireEvent.wheel(text)
    expect(text).toHaveFocus()
  })

  test('Enter that is held goes one page further at most, and adds lines to a text of several', () => {
    show(aForm([aPage([aFieldOf('TextBox'), aFieldOf('Multiline')])]))
    const held = { key: 'Enter', repeat: true, cancelable: true }
    const press = (name: RegExp, more = {}) =>
      fireEvent.keyDown(screen.getByLabelText(name), { ...held, ...more })
    expect(press(/^A TextBox/)).toBe(false)
    expect(press(/^A TextBox/, { repeat: false })).toBe(true)
    expect(press(/^A TextBox/, { key: 'Backspace' })).toBe(true)
    expect(press(/^A Multiline/)).toBe(true)
  })

  test('choices are chosen by their labels', async () => {
    const boxes = OPTIONS.map((option) => ({ ...option, id: `box-${option.id}` }))
    const { store } = show(aForm([aPage([aFieldOf('Radio'), { ...aFieldOf('Checkbox'), options: boxes }])]))
    await userEvent.click(
      within(screen.getByRole('group', { name: /^A Radio/ })).getByRole('radio', { name: 'No, thanks' }),
    )
    await userEvent.click(
      within(screen.getByRole('group', { name: /^A Checkbox/ })).getByRole('checkbox', {
        name: 'Yes, please',
      }),
    )
    expect(store.getState()).toMatchObject({
      form: { forms: { '1': { values: { 'f-Radio': 'n1', 'f-Checkbox': ['box-y1'] } } } },
    })
  })

  test('the first choice of a refused group takes focus', async () => {
    show(aForm([aPage([{ ...aFieldOf('Checkbox'), isRequired: true }])]))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('checkbox', { name: 'Yes, please' })).toHaveFocus()
  })

  test('an upload takes files of its types, says which one was chosen, and refuses others', async () => {
    const upload = { ...aFieldOf('Upload'), allowedFileTypes: ['png'] }
    const { store } = show(aForm([aPage([upload])]))
    const input = screen.getByLabelText(/^A Upload/)
    expect(input).toHaveAttribute('accept', '.png')
    await userEvent.upload(input, new File(['x'], 'virus.exe'), { applyAccept: false })
    expect(screen.getByText('File type not allowed, allowed types png')).toBeVisible()
    await userEvent.upload(input, new File(['xyz'], 'map.PNG', { type: 'image/png' }))
    expect(screen.getByText('Chosen file: map.PNG')).toBeVisible()
    expect(selectForm(store.getState(), '1')?.values['f-Upload']).toEqual({
      name: 'map.PNG',
      sizeBytes: 3,
      type: 'image/png',
    })
  })

  test('that is refused for want of a session has the host ask to sign in', () => {
    const { store, bus } = show(aForm([aPage([aField()])]))
    const heard = jest.fn()
    bus.on('access.refused', heard)
    act(() => {
      store.dispatch(
        submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, refusedWith: 401 } }),
      )
    })
    expect(heard.mock.calls).toEqual([[{ status: 401 }]])
  })

  test('says when it is here and when it has to be left, so that nothing typed is lost', () => {
    const { store, bus } = show(null)
    const seen: unknown[] = []
    const note = (_state: unknown, action: unknown) => seen.push(action)
    store.inject({ owner: 'watcher', slices: [{ key: 'seen', reducer: note }] })
    act(() => bus.emit('page.interrupted', {}))
    expect(seen).toContainEqual({ type: 'form/interrupted', payload: { formId: '1' } })
  })
})
