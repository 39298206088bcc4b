import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { userEvent } from '@testing-library/user-event'
import { FORM_FOCUS_DELAY_MS } from '@tessera/shared/config'
import type { FormCaptcha, Slice } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../messages/index.ts'
import { NOT_SENT, selectFormsState } from '../state/form-state.ts'
import {
  captchaKeyLoaded,
  formLoaded,
  gateGiven,
  submitFailed,
  submitFinished,
  submitRequested,
} from '../state/form-actions.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage } from '../testing/builders.ts'
import { BrowserCaptcha } from './captcha.client.tsx'
import { withCaptcha, type LoadCaptcha } from './captcha-context.tsx'
import { FormSlot } from './form-slot.tsx'

const UNSOLVED = 'Please complete captcha before submitting'
const OFFER: FormCaptcha = {
  scriptUrl: 'https://captcha.example/api.js',
  contact: { telephone: '01632 960100', email: 'hello@larkmoor.example' },
}

/** The options that the script's `render` is called with. */
interface Rendered {
  readonly sitekey: string
  readonly theme: string
  readonly size: string
  readonly callback: (token: string) => void
  readonly 'expired-callback': () => void
  readonly 'error-callback': () => void
}
interface CaptchaWindow {
  grecaptcha?: object
  tesseraCaptchaLoaded?: () => void
}
const page = window as unknown as CaptchaWindow

let rendered: Rendered[]
let resets: number[]
beforeEach(() => {
  rendered = []
  resets = []
  delete page.grecaptcha
  document.head.replaceChildren()
  document.documentElement.lang = 'en-GB'
})

afterEach(() => void jest.useRealTimers())

const script = () => document.querySelector<HTMLScriptElement>('script[data-captcha]')
const widget = () => rendered.at(-1)!
const isRefused = () => screen.queryByText(UNSOLVED) !== null
const submit = () => screen.getByRole('button', { name: 'Submit' })
const group = () => screen.getByRole('group', { name: 'Captcha: check that you are a person' })

/** The script is loaded, and calls its callback. */
const scriptCame = () =>
  act(async () => {
    page.grecaptcha = {
      render: (_place: HTMLElement, options: Rendered) => rendered.push(options) - 1,
      reset: (id: number) => resets.push(id),
    }
    page.tesseraCaptchaLoaded!()
  })

async function show({
  language = 'en-GB',
  pages = 1,
  siteKey = 'site-key' as string | null,
  captcha = OFFER as FormCaptcha | undefined,
  preloadedState = {} as object,
  loadCaptcha = (async () => BrowserCaptcha) as LoadCaptcha,
} = {}) {
  const store = createStore({ preloadedState: { ...preloadedState } })
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  const definition = aForm(
    Array.from({ length: pages }, (_, index) => aPage([aField({ id: `f${index}` })])),
    { hasCaptcha: true },
  )
  store.dispatch(formLoaded({ formId: '1', definition }))
  store.dispatch(captchaKeyLoaded({ siteKey, ...(captcha && { captcha }) }))
  const Slot = withCaptcha(FormSlot, loadCaptcha)
  const element = (
    <StoreProvider store={store}>
      <Slot
        slotId="form-1"
        view="form"
        props={{ formId: '1' }}
        store={store}
        bus={createBus({ onListenerError: () => undefined })}
        messages={catalogues[language]!}
      />
    </StoreProvider>
  )
  const view = render(element)
  await act(async () => undefined)
  const state = () => selectFormsState(store.getState())
  return { store, state, response: () => state().settings.recaptcha.response, ...view }
}
const solve = (token = 'token-1') => act(async () => widget().callback(token))

describe('the captcha of a form (specification 2, 4, 9; reference forms 1.12)', () => {
  test('whose code fails to load shows an error, and another attempt shows the captcha', async () => {
    let attempts = 0
    const loadCaptcha: LoadCaptcha = async () => {
      attempts += 1
      if (attempts === 1) throw new Error('the chunk did not come')
      return BrowserCaptcha
    }
    await show({ loadCaptcha })
    expect(screen.getByRole('alert')).toHaveTextContent(/could not be loaded/)
    expect(script()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(script()).not.toBeNull())
    await scriptCame()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(widget()).toMatchObject({ sitekey: 'site-key' })
  })

  test('is a widget above the button: theme light, size normal, with the site’s key', async () => {
    await show()
    await scriptCame()
    expect(widget()).toMatchObject({ sitekey: 'site-key', theme: 'light', size: 'normal' })
    expect(group().compareDocumentPosition(submit())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('its script is loaded on the page where the form is sent, and not before', async () => {
    await show({ pages: 2 })
    await act(async () => undefined)
    expect(script()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    const { searchParams } = new URL(script()!.src)
    expect(Object.fromEntries(searchParams)).toEqual({
      render: 'explicit',
      onload: 'tesseraCaptchaLoaded',
      hl: 'en-GB',
      trustedtypes: 'true',
    })
    expect(screen.getByText('Loading the captcha...')).toBeVisible()
  })

  test('unsolved, it refuses the form: the text is there until it is solved, and the group has the focus', async () => {
    const { response } = await show()
    await scriptCame()
    expect(isRefused()).toBe(true)
    await userEvent.click(submit())
    expect(group()).toHaveFocus()
    expect(group()).toHaveAccessibleDescription(UNSOLVED)
    expect(screen.queryByText('Submitting form...')).toBeNull()
    submit().focus()
    await userEvent.click(screen.getByRole('link', { name: UNSOLVED }))
    expect(group()).toHaveFocus()
    await solve()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(response()).toEqual({ isHuman: true, token: 'token-1' })
    expect(isRefused()).toBe(false)
    expect(screen.getByText('The captcha is complete.')).toBeVisible()
    await userEvent.click(submit())
    expect(screen.getByText('Submitting form...')).toBeVisible()
  })

  test('unsolved, its group keeps the focus, however soon the button is pressed after a change of page', async () => {
    jest.useFakeTimers()
    const { click } = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
    await show({ pages: 2 })
    await click(screen.getByRole('button', { name: 'Next page' }))
    await click(submit())
    expect(group()).toHaveFocus()
    act(() => void jest.advanceTimersByTime(2 * FORM_FOCUS_DELAY_MS))
    expect(group()).toHaveFocus()
  })

  test('expired, it shows a message and has to be solved again', async () => {
    const { response } = await show()
    await scriptCame()
    await solve()
    await act(async () => widget()['expired-callback']())
    expect(response()).toEqual({ isHuman: false, token: null })
    const text = 'The captcha has expired. Please complete it again.'
    expect(screen.getByText(text).closest('[role="status"]')).not.toBeNull()
    await solve('token-2')
    expect(response()).toEqual({ isHuman: true, token: 'token-2' })
    expect(screen.queryByText(text)).toBeNull()
  })

  test('refused by the server: in the words of the host, and with a new widget', async () => {
    const { store, response } = await show({ language: 'cy' })
    await scriptCame()
    await solve()
    const errors = ['Ni dderbyniwyd y captcha, neu roedd yn rhy hen.']
    const result = { ...NOT_SENT, success: false, formData: { url: '', success: false, errors } }
    await act(async () => void store.dispatch(submitFinished({ formId: '1', result })))
    expect(screen.getByText(errors[0]!).closest('[role="alert"]')).not.toBeNull()
    expect([response().isHuman, resets]).toEqual([false, [0]])
  })

  test('every attempt uses it up, also one without an answer', async () => {
    const { store, response } = await show()
    await scriptCame()
    await solve()
    await act(async () => void store.dispatch(submitFailed({ formId: '1', failure: 'no-answer' })))
    expect([response(), resets]).toEqual([{ isHuman: false, token: null }, [0]])
  })

  test('blocked, it shows a message with another way to get in touch, and is loaded again on demand', async () => {
    await show()
    await act(async () => undefined)
    fireEvent.error(script()!)
    const alert = await screen.findByText(/The captcha could not be loaded, so this form cannot be sent yet/)
    expect(alert.closest('[role="alert"]')).not.toBeNull()
    expect(screen.getByRole('link', { name: '01632 960100' })).toHaveAttribute('href', 'tel:01632960100')
    expect(screen.getByRole('link', { name: 'hello@larkmoor.example' })).toHaveAttribute(
      'href',
      'mailto:hello@larkmoor.example',
    )
    expect(script()).toBeNull()
    await userEvent.click(submit())
    expect(group()).toHaveAccessibleDescription(/could not be loaded/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(group()).toHaveFocus()
    expect(script()).not.toBeNull()
    await scriptCame()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    expect(rendered).toHaveLength(1)
  })

  test('that loses its connection is blocked, too', async () => {
    await show()
    await scriptCame()
    await act(async () => widget()['error-callback']())
    expect(screen.getByText(/could not be loaded/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(rendered).toHaveLength(2)
  })

  test('on a document whose policy does not allow it, only another document can help', async () => {
    const location = { pathname: '/contact', search: '?a=1', hash: '' }
    await show({ preloadedState: { page: { head: { language: 'en-GB' } }, routing: { location } } })
    const link = screen.getByRole('link', { name: 'Try again' })
    expect([link.getAttribute('href'), link.hasAttribute('data-full-load')]).toEqual(['/contact?a=1', true])
    expect(script()).toBeNull()
  })

  test('without a key there is none, and the form is sent', async () => {
    await show({ siteKey: null })
    expect(screen.queryByRole('group', { name: /Captcha/ })).toBeNull()
    await userEvent.click(submit())
    expect(screen.getByText('Submitting form...')).toBeVisible()
    expect(script()).toBeNull()
  })

  test('that has been left has to be solved again, since no event reports its expiry then', async () => {
    const { response } = await show({ pages: 2 })
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await scriptCame()
    await solve()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(response().isHuman).toBe(false)
    await act(async () => widget().callback('late'))
    expect(response().isHuman).toBe(false)
  })
})

describe('the field that people do not see (reference forms 4.7, step 1)', () => {
  test.each([
    ['', false],
    ['spam', true],
  ])('that holds %j is told of when the form is sent: %s', async (value, isBot) => {
    const { store, container } = await show({ siteKey: null })
    const noted: Slice = {
      key: 'noted',
      reducer: (sent = [], action) =>
        submitRequested.match(action) ? [...(sent as readonly unknown[]), action.payload] : sent,
    }
    store.inject({ owner: 'test', slices: [noted] })
    act(() => void store.dispatch(gateGiven({ hidden: {}, trapField: 'fax' })))
    container.querySelector<HTMLInputElement>('[name="fax"]')!.value = value
    await userEvent.click(submit())
    expect(store.getState()).toMatchObject({ noted: [{ formId: '1', isBot }] })
  })
})
