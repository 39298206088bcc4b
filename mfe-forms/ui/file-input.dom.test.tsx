import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { TextEncoder } from 'node:util'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Action } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import type { Field } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import {
  fileChosen,
  fileProgressed,
  formLoaded,
  nextRequested,
  submitFinished,
  submitRequested,
} from '../state/form-actions.ts'
import { NOT_SENT, selectForm, type FileProgress } from '../state/form-state.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

/** React's server renderer needs one on import, but only uses it for streams; Node's own would keep the test process running. */
class MessageChannel {
  readonly port1 = {}
  readonly port2 = {}
}
Object.assign(globalThis, { MessageChannel, TextEncoder })
const { renderToString } = await import('react-dom/server')

const PHOTO = new File(['xyz'], 'hole.png', { type: 'image/png' })
const photo = aField({
  id: 'f',
  type: 'Upload',
  label: 'Photo',
  allowedFileTypes: ['png', 'jpg'],
  maxFileBytes: 5_000_000,
})

/** A form with one upload, and with a second page if wanted, and the actions that its visitor has dispatched. */
function show(more: Partial<Field> = {}, language = 'en-GB', pages = 1) {
  const store = createStore()
  const done: Action[] = []
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  const last = aPage([aField({ id: 'name', label: 'Your name' })])
  const form = aForm([aPage([{ ...photo, ...more }]), last].slice(0, pages))
  store.dispatch(formLoaded({ formId: '1', definition: form }))
  const dispatch = (action: Action) => (done.push(action), store.dispatch(action))
  const slot = (
    <StoreProvider store={store}>
      <FormSlot
        slotId="form-1"
        view="form"
        props={{ formId: '1' }}
        store={{ ...store, dispatch } as typeof store}
        bus={createBus({ onListenerError: () => undefined })}
        messages={catalogues[language]!}
      />
    </StoreProvider>
  )
  const value = () => selectForm(store.getState(), '1')?.values['f']
  const progress = (fileProgress: FileProgress) =>
    act(() => void store.dispatch(fileProgressed({ formId: '1', fieldId: 'f', progress: fileProgress })))
  return { store, done, slot, value, progress, input: () => screen.getByLabelText(/^Photo/) }
}

/** Waits until the part of the control is loaded that is a chunk of its own. */
const whole = () => screen.findByText('Choose file')

/** The same form, with a file that is being sent. */
async function sending(pages = 1) {
  const form = show({}, 'en-GB', pages)
  render(form.slot)
  await userEvent.upload(form.input(), PHOTO)
  act(() => {
    if (pages > 1) form.store.dispatch(nextRequested({ formId: '1' }))
    form.store.dispatch(submitRequested({ formId: '1' }))
  })
  return form
}

const finished = (file: FileProgress) =>
  submitFinished({
    formId: '1',
    result: {
      ...NOT_SENT,
      success: false,
      formPostId: '7',
      formData: { url: '/', success: true, errors: [] },
      files: { success: false, errors: [], total: 1, processed: 0, byField: { f: file } },
    },
  })

describe('a field for a file (specification 2, Field types; reference forms 4.4)', () => {
  test('says what is taken before anything is chosen, and offers the browser’s own choice of it', () => {
    const { slot, input } = show()
    render(slot)
    expect(input()).toHaveAccessibleDescription('PNG or JPG. Up to 4.8 MB')
    expect(input()).toHaveAttribute('accept', '.png,.jpg')
    expect(input()).not.toHaveAttribute('capture')
  })

  test('without script is the browser’s own control, and nothing that needs a script', () => {
    const { slot } = show()
    const html = renderToString(slot)
    expect(html).toContain('name="file_f"')
    expect(html).not.toContain('Choose file')
    expect(html).not.toContain('Take a photo')
  })

  test('until the rest of its code has come is the browser’s own control, which takes a file as well', async () => {
    const { slot, input, value } = show()
    render(slot)
    expect(screen.queryByText('Choose file')).toBeNull()
    fireEvent.change(input(), { target: { files: [PHOTO] } })
    expect(value()).toMatchObject({ name: 'hole.png' })
    expect(screen.getByText('Chosen file: hole.png')).toBeVisible()
    const before = input()
    expect(await screen.findByText('Choose another file')).toBeVisible()
    expect(input()).toBe(before)
  })

  test('a file that was chosen before the script ran is taken', () => {
    const { slot, value } = show()
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(slot)
    const input = container.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [PHOTO] })
    render(slot, { container, hydrate: true })
    expect(value()).toEqual({ name: 'hole.png', sizeBytes: 3, type: 'image/png' })
    container.remove()
  })

  test.each([
    ['dropped', (box: Element, files: File[]) => fireEvent.drop(box, { dataTransfer: { files } })],
    ['pasted', (box: Element, files: File[]) => fireEvent.paste(box, { clipboardData: { files } })],
  ])('a file may be %s: one, not several, and text is left alone', async (_how, give) => {
    const { slot, input, value } = show()
    render(slot)
    await whole()
    const box = input().parentElement!
    expect(give(box, [])).toBe(true)
    expect(give(box, [PHOTO, PHOTO])).toBe(false)
    expect(value()).toBe('')
    expect(screen.getByRole('alert')).toHaveTextContent('Choose one file, not several.')
    give(box, [PHOTO])
    expect(value()).toMatchObject({ name: 'hole.png' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Chosen file: hole.png')).toBeVisible()
    expect(screen.getByText('1 kB')).toBeVisible()
  })

  test('only what holds files may be dragged over it', () => {
    const { slot, input } = show()
    render(slot)
    const box = input().parentElement!
    expect(fireEvent.dragOver(box, { dataTransfer: { types: ['text/plain'] } })).toBe(true)
    expect(box).not.toHaveAttribute('data-over')
    expect(fireEvent.dragOver(box, { dataTransfer: { types: ['Files'] } })).toBe(false)
    expect(box).toHaveAttribute('data-over')
    fireEvent.dragLeave(box)
    expect(box).not.toHaveAttribute('data-over')
  })

  test('a telephone may take a photo, where photos are allowed', async () => {
    const { slot, value } = show()
    const { unmount } = render(slot)
    const camera = await screen.findByLabelText('Take a photo: Photo')
    expect(camera).toHaveAttribute('capture', 'environment')
    expect(camera).not.toHaveAttribute('name')
    await userEvent.upload(camera, new File(['x'], 'image.jpg', { type: 'image/jpeg' }))
    expect(value()).toMatchObject({ name: 'image.jpg' })
    unmount()
    render(show({ allowedFileTypes: ['pdf'] }).slot)
    await whole()
    expect(screen.queryByLabelText(/Take a photo/)).toBeNull()
  })

  test.each([
    ['virus.exe', 1, 'File type not allowed, allowed types png, jpg'],
    ['none.png', 0, 'Photo is an empty file'],
    ['big.png', 5_000_001, 'Photo must be no larger than 4.8 MB'],
  ])('%s of %i bytes is refused at once: %s', async (name, size, message) => {
    const { slot, input, done } = show()
    render(slot)
    await userEvent.upload(input(), new File(['x'.repeat(size)], name), { applyAccept: false })
    expect(input()).toBeInvalid()
    expect(input()).toHaveAccessibleDescription(expect.stringContaining(message))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(done.filter(submitRequested.match)).toHaveLength(1)
    expect(screen.getByRole('alert', { name: 'Oops' })).toHaveTextContent(message)
  })

  test('the same file may be chosen again without removing it: it may have been changed', async () => {
    const { slot, input, value } = show()
    render(slot)
    await userEvent.upload(input(), PHOTO)
    await userEvent.click(input())
    expect(input()).toHaveValue('')
    // The dialogue may be closed without another choice.
    expect(value()).toMatchObject({ name: 'hole.png' })
  })

  test('removed, it leaves the focus at the field; the same file may be chosen again', async () => {
    const { slot, input, value } = show()
    render(slot)
    await userEvent.upload(input(), PHOTO)
    await userEvent.click(screen.getByRole('button', { name: /^Remove ?: hole.png$/ }))
    expect(value()).toBe('')
    expect(input()).toHaveFocus()
    expect(input()).toHaveValue('')
    await userEvent.upload(input(), PHOTO)
    expect(value()).toMatchObject({ name: 'hole.png' })
  })
})

describe('a file on its way (decision 0050)', () => {
  test('has a bar that says how far it is, and one line for all files says how many have arrived', async () => {
    const { progress, input } = await sending()
    const line = () => screen.getAllByRole('status').at(-1)!
    expect(line()).toHaveTextContent('Submitting form...')
    progress({ step: 'sending', percent: 30 })
    expect(screen.getByRole('progressbar', { name: 'hole.png' })).toHaveValue(30)
    expect(input()).toBeDisabled()
    expect(line()).toHaveTextContent('Sending your file')
    progress({ step: 'sending', percent: 100 })
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('value')
    expect(screen.getByText(/Sent; it is being checked/)).toBeVisible()
    progress({ step: 'arrived' })
    expect(line()).toHaveTextContent('Sending your file')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByRole('button', { name: /hole.png/ })).toBeNull()
  })

  test('is cancelled by a button that then sends it again, and keeps the focus', async () => {
    const { store, progress } = await sending()
    progress({ step: 'sending', percent: 30 })
    await userEvent.click(screen.getByRole('button', { name: /^Cancel ?: hole.png$/ }))
    expect(screen.getByText(/Not sent: cancelled/)).toBeVisible()
    act(() => void store.dispatch(finished({ step: 'cancelled' })))
    const again = screen.getByRole('button', { name: /^Try again ?: hole.png$/ })
    expect(again).toHaveFocus()
    await userEvent.click(again)
    expect(selectForm(store.getState(), '1')?.submitStatus).toMatchObject({
      isSubmitting: true,
      files: { byField: { f: { step: 'waiting' } } },
    })
  })

  test('that failed is reported at its field, with the note that the answers are stored', async () => {
    const { store, input } = await sending()
    act(() => void store.dispatch(finished({ step: 'failed', error: 'error posting file' })))
    expect(input()).toHaveAccessibleDescription(expect.stringContaining('The file has not been sent'))
    expect(screen.getByRole('alert')).toHaveTextContent('There was an error submitting the form')
    expect(screen.getByRole('alert')).toHaveTextContent('We have your answers, but a file did not arrive.')
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('type', 'submit')
  })

  test('that was refused is reported with the host’s message; it can be replaced, not sent again', async () => {
    const { store, input } = await sending()
    const refusal = 'The file holds something that does harm.'
    act(
      () =>
        void store.dispatch(
          finished({ step: 'failed', error: 'error posting file', refusal, isFinal: true }),
        ),
    )
    expect(input()).toHaveAccessibleDescription(expect.stringContaining(refusal))
    expect(screen.queryByRole('button', { name: /Try again.*photo/ })).toBeNull()
    await userEvent.upload(input(), new File(['abc'], 'other.png', { type: 'image/png' }))
    expect(screen.queryByText(refusal)).toBeNull()
    expect(screen.getByRole('button', { name: /^Send this file ?: other.png$/ })).toBeVisible()
  })

  test('that the browser no longer has is to be chosen again', async () => {
    const { store, input } = await sending()
    act(() => void store.dispatch(finished({ step: 'failed', error: 'could not send file' })))
    expect(input()).toHaveAccessibleDescription(expect.stringContaining('The file cannot be read'))
  })

  test('from another page is shown where the form is sent from, while it is sent and when it has failed', async () => {
    const { store, progress, input } = await sending(2)
    expect(screen.queryByRole('heading', { name: 'Files' })).toBeNull()
    progress({ step: 'sending', percent: 1 })
    expect(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: /Your name/ })).toBeVisible()
    act(() => void store.dispatch(finished({ step: 'failed', error: 'error posting file', isFinal: true })))
    await userEvent.upload(input(), new File(['x'], 'other.exe'), { applyAccept: false })
    expect(screen.getByText('File type not allowed, allowed types png, jpg')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Send this file/ })).toBeNull()
  })

  test('that has to be there cannot be taken away once the answers are stored', async () => {
    const form = show({ isRequired: true })
    render(form.slot)
    await whole()
    act(
      () =>
        void form.store.dispatch(
          fileChosen({
            formId: '1',
            fieldId: 'f',
            file: PHOTO,
            value: { name: 'hole.png', sizeBytes: 3, type: 'image/png' },
          }),
        ),
    )
    expect(screen.getByRole('button', { name: /^Remove ?: hole.png$/ })).toBeVisible()
    act(() => void form.store.dispatch(finished({ step: 'failed', error: 'error posting file' })))
    expect(screen.queryByRole('button', { name: /^Remove ?: hole.png$/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Try again ?: hole.png$/ })).toBeVisible()
  })

  test('is shown in the language of the page', async () => {
    const { slot, store } = show({}, 'cy')
    render(slot)
    expect(await screen.findByText('Dewis ffeil')).toBeVisible()
    expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(/PNG neu JPG. Hyd at 4.8 MB/)
    act(() => void store.dispatch(finished({ step: 'failed', error: 'error posting file' })))
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Mae eich atebion gyda ni, ond ni chyrhaeddodd ffeil.',
    )
  })
})
