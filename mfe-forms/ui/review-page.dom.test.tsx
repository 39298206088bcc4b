import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import type { FormDefinition } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { formLoaded, submitFinished } from '../state/form-actions.ts'
import { NOT_SENT, selectForm } from '../state/form-state.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

const form = aForm(
  [
    aPage([
      aField({ id: 'name', label: 'Your name', isRequired: true }),
      aField({ id: 'pin', label: 'PIN', isSensitive: true }),
    ]),
    aPage([
      aField({ id: 'reply', label: 'Reply', type: 'Radio', options: OPTIONS }),
      aField({ id: 'more', label: 'Question' }),
    ]),
  ],
  { hasReview: true },
)

function show(definition: FormDefinition = form) {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  store.dispatch(formLoaded({ formId: '1', definition }))
  const bus = createBus({ onListenerError: () => undefined })
  render(
    <StoreProvider store={store}>
      <FormSlot
        slotId="form-1"
        view="form"
        props={{ formId: '1', showSteps: true }}
        store={store}
        bus={bus}
        messages={catalogues['en-GB']!}
      />
    </StoreProvider>,
  )
  return store
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heading = () => screen.getByRole('heading', { name: 'Check your answers' })
const answerTo = (label: string) =>
  within(screen.getByText(label, { selector: 'dt' }).parentElement!).getAllByRole('definition')[0]!

async function fillIn() {
  await userEvent.type(screen.getByRole('textbox', { name: /Your name/ }), 'Ada')
  await userEvent.type(screen.getByRole('textbox', { name: /PIN/ }), '1234')
  await press('Next page')
  await userEvent.click(screen.getByRole('radio', { name: 'Yes, please' }))
  await press('Next page')
}

describe('answers are shown before they are sent, in a form with a review', () => {
  test('as a list, under a heading that takes the focus, as a separate step', async () => {
    show()
    expect(screen.getByText('Step 1 / 3')).toBeVisible()
    await fillIn()
    expect(screen.getByText('Step 3 / 3')).toBeVisible()
    await waitFor(() => expect(heading()).toHaveFocus())
    expect(answerTo('Your name')).toHaveTextContent('Ada')
    expect(answerTo('Reply')).toHaveTextContent('Yes, please')
    expect(answerTo('Question')).toHaveTextContent('Not answered')
    expect(answerTo('PIN')).toHaveTextContent('Answered, not shown')
    expect(document.body).not.toHaveTextContent('1234')
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
  })

  test('each has a way to its field, and back to the list', async () => {
    const store = show()
    await fillIn()
    await press('Change Your name')
    const name = screen.getByRole('textbox', { name: /Your name/ })
    await waitFor(() => expect(name).toHaveFocus())
    await userEvent.clear(name)
    await press('Next page')
    expect(screen.getByRole('link', { name: 'Your name is a required field' })).toBeVisible()
    await userEvent.type(name, 'Grace')
    await press('Next page')
    expect(answerTo('Your name')).toHaveTextContent('Grace')
    await press('Change Reply')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Yes, please' })).toHaveFocus())
    await press('Previous page')
    expect(heading()).toBeVisible()
    await press('Previous page')
    expect(screen.getByRole('radio', { name: 'Yes, please' })).toBeChecked()
    expect(selectForm(store.getState(), '1')?.pageInfo).toEqual({
      currentPageIndex: 1,
      previousPageIndices: { 1: 0 },
    })
  })

  test('take the focus at their heading after a field was visited and left again', async () => {
    show()
    await fillIn()
    await press('Change Reply')
    await press('Previous page')
    await waitFor(() => expect(heading()).toHaveFocus())
  })

  test('are sent by the button of the review, not by that of the last page', async () => {
    const store = show()
    await fillIn()
    expect(selectForm(store.getState(), '1')?.submitStatus.isSubmitting).toBe(false)
    await press('Submit')
    expect(selectForm(store.getState(), '1')?.submitStatus.isSubmitting).toBe(true)
  })

  test('lead to what the server found wrong', async () => {
    const store = show()
    await fillIn()
    const issues = [{ fieldId: 'name', controlId: 'name', message: 'Your name is too odd' }]
    act(
      () =>
        void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, issues } })),
    )
    expect(await screen.findByRole('link', { name: 'Your name is too odd' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: /Your name/ })).toHaveValue('Ada')
  })

  test('name what the server found wrong with other answers, each with a link to the way to change it', async () => {
    const store = show()
    await fillIn()
    const issues = ['name', 'pin', 'reply'].map((fieldId) => ({
      fieldId,
      controlId: fieldId === 'reply' ? OPTIONS[0]!.id : fieldId,
      message: `Not this ${fieldId}`,
    }))
    act(
      () =>
        void store.dispatch(submitFinished({ formId: '1', result: { ...NOT_SENT, success: false, issues } })),
    )
    await userEvent.type(await screen.findByRole('textbox', { name: /Your name/ }), 'x')
    await press('Next page')
    expect(screen.queryByRole('link', { name: 'Not this name' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Not this reply' }))
    expect(screen.getByRole('button', { name: 'Change Reply' })).toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: 'Not this pin' }))
    expect(screen.getByRole('button', { name: 'Change PIN' })).toHaveFocus()
  })

  test('leave the ids of file fields to the fields themselves, while they are shown below', async () => {
    const photo = aField({ id: 'photo', label: 'Photo', type: 'Upload' })
    const store = show(aForm([aPage([photo])], { hasReview: true }))
    await press('Next page')
    const files = { ...NOT_SENT.files, byField: { photo: { step: 'failed', error: 'x' } as const } }
    const result = { ...NOT_SENT, success: false, files }
    act(() => void store.dispatch(submitFinished({ formId: '1', result })))
    expect(await screen.findByLabelText(/^Photo/)).toHaveProperty('tagName', 'INPUT')
    expect(document.querySelectorAll('[id$="photo"]')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Change Photo' })).toBeVisible()
  })

  test('do not name a problem with an answer that another answer has left out', async () => {
    const skip = { id: 'name', operator: 'is', value: 'skip', successPageIndex: 2 } as const
    const fields = ['name', 'more', 'last'].map((id) => aField({ id, label: id }))
    const pages = fields.map((field, index) => aPage([field], index === 0 ? [skip] : []))
    const store = show(aForm(pages, { hasReview: true }))
    for (let page = 0; page < pages.length; page += 1) await press('Next page')
    const issues = ['name', 'more', 'last'].map((id) => ({
      fieldId: id,
      controlId: id,
      message: `Not ${id}`,
    }))
    const result = { ...NOT_SENT, success: false, issues }
    act(() => void store.dispatch(submitFinished({ formId: '1', result })))
    await userEvent.type(await screen.findByRole('textbox', { name: /name/ }), 'skip')
    await press('Next page')
    expect(screen.getByRole('link', { name: 'Not last' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Not more' })).toBeNull()
  })
})
