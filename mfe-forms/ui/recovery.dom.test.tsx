import { act, render, screen } from '@testing-library/react'
import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { userEvent } from '@testing-library/user-event'
import { catalogues } from '../messages/index.ts'
import { startedAgain, startUndone } from '../state/form-actions.ts'
import { FIRST_PAGE } from '../domain/page-info.ts'
import { NOT_SENT, type FormState } from '../state/form-state.ts'
import { freshForm } from '../state/form.slice.ts'
import { aField, aForm, aPage } from '../testing/builders.ts'
import { Recovery, StartAgainBelow } from './recovery.tsx'

const FORM = freshForm(aForm([aPage([aField()]), aPage([aField({ id: 'second' })])]))
const [OFFLINE, BACK] = [/^You are offline\./, /^You are online again\./]

function show(more: Partial<FormState> = {}, isHydrated = true) {
  const dispatch = jest.fn()
  const props = {
    formId: '1',
    state: { ...FORM, ...more },
    isHydrated,
    messages: catalogues['en-GB']!,
    dispatch: dispatch as never,
  }
  const view = render(
    <form>
      <Recovery {...props} />
      <input aria-label="First" />
      <StartAgainBelow {...props} />
    </form>,
  )
  return { dispatch, ...view }
}
const startAgain = () => screen.queryByRole('button', { name: 'Start again' })
const line = (isOnline: boolean) =>
  act(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })
afterEach(() => void jest.restoreAllMocks())

describe('the notices about stored and restored input (docs/decisions/0051)', () => {
  test.each([
    ['restored', 'We have kept what you entered before.'],
    ['changed', /^This form has been changed since you began\./],
  ] as const)('that it is %s, with a way to start again', async (recovered, text) => {
    const { dispatch } = show({ recovered })
    expect(screen.getByRole('status')).toHaveTextContent(text)
    await userEvent.click(startAgain()!)
    expect(dispatch).toHaveBeenCalledWith(startedAgain({ formId: '1' }))
  })

  test('no message, and no way to start again, on the first page of a form without notices', () => {
    show()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    expect(startAgain()).toBeNull()
  })

  test('on later pages one may start again; without script by a link to the page', () => {
    const later = { pageInfo: { ...FIRST_PAGE, currentPageIndex: 1 } }
    show(later).unmount()
    show(later, false)
    expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '?')
  })

  test('a form that was begun earlier or on another page marks the page, so that it is printed', () => {
    const later = { pageInfo: { ...FIRST_PAGE, currentPageIndex: 1 } }
    for (const [more, isHydrated] of [
      [{ recovered: 'restored' }, true],
      [later, true],
      [later, false],
    ] as const) {
      const { container, unmount } = show(more, isHydrated)
      expect(container.querySelectorAll('[data-begun]')).toHaveLength(1)
      unmount()
    }
    expect(show().container.querySelector('[data-begun]')).toBeNull()
  })

  test('not once the answers have arrived, though a file has not', () => {
    const submitStatus = { ...NOT_SENT, success: false, formData: { url: null, success: true, errors: [] } }
    show({ submitStatus, recovered: 'restored', pageInfo: { ...FIRST_PAGE, currentPageIndex: 1 } })
    expect(startAgain()).toBeNull()
  })

  test('discarded answers can be recovered by a button that has the focus, which then goes to the first field', async () => {
    const { dispatch } = show({ discarded: { values: {}, pageInfo: FIRST_PAGE } })
    expect(screen.getByRole('status')).toHaveTextContent('Your answers have been cleared.')
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toHaveFocus()
    await userEvent.click(undo)
    expect(dispatch).toHaveBeenCalledWith(startUndone({ formId: '1' }))
    expect(screen.getByRole('textbox', { name: 'First' })).toHaveFocus()
  })
})

describe('the line', () => {
  test('that is lost is announced, and so is its return; a connection that was never lost is not', () => {
    show()
    line(true)
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    line(false)
    expect(screen.getByRole('status')).toHaveTextContent(OFFLINE)
    line(true)
    expect(screen.getByRole('status')).toHaveTextContent(BACK)
  })

  test('that is missing when the script starts is announced', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show()
    expect(screen.getByRole('status')).toHaveTextContent(OFFLINE)
  })

  test('has no effect on a form that was unmounted', () => {
    const removed = jest.spyOn(window, 'removeEventListener')
    show().unmount()
    expect(removed.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['offline', 'online']))
  })
})
