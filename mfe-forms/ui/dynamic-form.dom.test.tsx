import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { FIELD_TYPES, type Form } from '../domain/form-model.ts'
import { catalogues } from '../messages/index.ts'
import { NOT_SENT } from '../state/form-state.ts'
import { formLoaded, submitFailed, submitFinished } from '../state/form-actions.ts'
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

function show(form: Form | null = twoPages, language = 'en-GB') {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  if (form) store.dispatch(formLoaded({ formId: '1', form }))
  const bus = createBus({ onListenerError: () => undefined })
  const slot = (
    <FormSlot
      slotId="form-1"
      view="form"
      props={{ formId: '1' }}
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
    show()
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
    expect(screen.getByText('2 characters over (max 5 characters)')).toBeVisible()
  })

  test('goes on by Enter, moves focus to the first field there, and comes back with everything kept', async () => {
    show()
    await userEvent.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada{Enter}')
    expect(screen.getByText('Step 2 / 2')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Question/ })).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(screen.getByRole('textbox', { name: /Your name/ })).toHaveValue('Ada')
  })

  test('moves focus 300 milliseconds after a change of page, and not before', async () => {
    show(aForm([aPage([aField()]), aPage([aField({ id: 'second', label: 'Second' })])]))
    const left = Date.now()
    await userEvent.click(next())
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Second/ })).toHaveFocus())
    expect(Date.now() - left).toBeGreaterThanOrEqual(300)
    expect(FORM_FOCUS_DELAY_MS).toBe(300)
  })

  test('leaves focus where a visitor has put it before the page did', async () => {
    show(aForm([aPage([aField()]), aPage([aField({ id: 'a' }), aField({ id: 'b', label: 'Second' })])]))
    await userEvent.click(next())
    await userEvent.type(screen.getByRole('textbox', { name: /Second/ }), 'quick')
    await act(() => new Promise((resolve) => setTimeout(resolve, 2 * FORM_FOCUS_DELAY_MS)))
    expect(screen.getByRole('textbox', { name: /Second/ })).toHaveFocus()
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
    expect(screen.getByText('We have it')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Form reference number is 42')
    expect(screen.getByRole('status')).toHaveFocus()
    expect(heard).toHaveBeenCalledWith({ formId: '1', formPostId: '42', success: true })
  })

  test('a form that redirects asks the page to go there', () => {
    const { store, bus } = show(aForm([aPage([aField()])]))
    const heard = jest.fn()
    bus.on('route.requested', heard)
    act(
      () =>
        void store.dispatch(
          submitFinished({ formId: '1', result: { ...NOT_SENT, success: true, redirectUrl: '/thanks' } }),
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
      const result = { ...NOT_SENT, success: false, customPostErrors }
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

  test('instructions are there, and can be folded away', async () => {
    show(aForm([aPage([aFieldOf('TextBox')])]))
    const toggle = screen.getByText('Help')
    expect(screen.getByText('Some help')).toBeVisible()
    await userEvent.click(toggle)
    expect(screen.getByText('Some help')).not.toBeVisible()
  })

  test('a hidden field is not shown and keeps its value', () => {
    const { container } = show(aForm([aPage([aField({ id: 'h', type: 'HiddenField', placeholder: 'web' })])]))
    expect(container.querySelector('input[type="hidden"]')).toHaveValue('web')
  })

  test('the parts of a name are labelled, filled in by the browser and validated one by one', async () => {
    show(aForm([aPage([{ ...aFieldOf('Name'), isRequired: true }])]))
    const first = screen.getByRole('textbox', { name: 'First Name' })
    expect(first).toHaveAttribute('autocomplete', 'given-name')
    await userEvent.type(first, 'Ada')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('textbox', { name: 'Last Name' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Last Name' })).toHaveAccessibleDescription(
      'Last Name is a required field',
    )
    expect(first).toBeValid()
  })

  test('the clock of a time takes two characters for hours and minutes', () => {
    show(aForm([aPage([aFieldOf('Time')])]))
    for (const name of ['Hours', 'Minutes'])
      expect(screen.getByRole('textbox', { name })).toHaveAttribute('maxlength', '2')
    expect(screen.getByRole('combobox', { name: 'AM or PM' })).toHaveValue('AM')
  })

  test('several lines are five rows of 33 columns', () => {
    show(aForm([aPage([aFieldOf('Multiline')])]))
    const lines = screen.getByRole('textbox', { name: /^A Multiline/ })
    expect(lines).toHaveAttribute('rows', '5')
    expect(lines).toHaveAttribute('cols', '33')
  })

  test('choices are chosen by their labels', async () => {
    const { store } = show(aForm([aPage([aFieldOf('Radio'), aFieldOf('Checkbox')])]))
    await userEvent.click(
      within(screen.getByRole('group', { name: /^A Radio/ })).getByRole('radio', { name: 'No, thanks' }),
    )
    await userEvent.click(
      within(screen.getByRole('group', { name: /^A Checkbox/ })).getByRole('checkbox', {
        name: 'Yes, please',
      }),
    )
    expect(store.getState()).toMatchObject({
      form: { '1': { values: { 'f-Radio': 'n1', 'f-Checkbox': ['y1'] } } },
    })
  })

  test('a refused choice group takes focus', async () => {
    show(aForm([aPage([{ ...aFieldOf('Checkbox'), isRequired: true }])]))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(screen.getByRole('group', { name: /^A Checkbox/ })).toHaveFocus()
  })

  test('an upload says that files are not sent yet, and refuses other types', async () => {
    const upload = { ...aFieldOf('Upload'), allowedFileTypes: ['png'] }
    show(aForm([aPage([upload])]))
    expect(screen.getByText(/Files are not sent with this form yet/)).toBeVisible()
    const input = screen.getByLabelText(/^A Upload/)
    expect(input).toHaveAttribute('accept', '.png')
    await userEvent.upload(input, new File(['x'], 'virus.exe'), { applyAccept: false })
    expect(screen.getByText('File type not allowed, allowed types png')).toBeVisible()
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
