import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { render, screen } from '@testing-library/react'
import { planAction } from '../domain/plan-action.ts'
import { CONTROL, INSPECTION } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { devinfoSlice } from '../state/devinfo.slice.ts'
import { ConfirmSlot } from './confirm-slot.tsx'

function show(at: string, language: 'en-GB' | 'cy' = 'en-GB') {
  const plan = planAction({ do: 'schedule', release: 'mfe-content@1.3.0', at }, CONTROL, INSPECTION)
  const store = createStore({
    preloadedState: { page: { head: { language } }, devinfo: { inspection: null, embed: null, plan } },
    parts: [{ owner: 'mfe-devinfo', slices: [devinfoSlice] }],
  })
  const { container } = render(
    <StoreProvider store={store}>
      <ConfirmSlot
        {...{ slotId: 'main', view: 'confirm', props: {}, store, bus: createBus() }}
        messages={catalogues[language]!}
      />
    </StoreProvider>,
  )
  return container
}

describe('a release that is planned on the version page', () => {
  test('is confirmed with its time on the council’s clock and in UTC, and with what it takes the place of', () => {
    const container = show('2026-07-01T06:00')
    expect(screen.getByRole('heading', { level: 1, name: 'Plan a release' })).toBeVisible()
    expect(
      screen.getByText('It goes live on Wednesday 1 July 2026, 6am (in UTC: 2026-07-01 05:00).'),
    ).toBeVisible()
    expect(
      screen.getByText('It takes the place of mfe-content 1.4.0, planned for Sunday 1 February 2026, 6am.'),
    ).toBeVisible()
    const form = container.querySelector('form')!
    expect(form).toHaveAttribute('action', '/version/action')
    expect(Object.fromEntries(new FormData(form))).toEqual({
      do: 'schedule',
      app: 'mfe-content',
      version: '1.3.0',
      at: '2026-07-01T05:00:00.000Z',
      basis: '3',
      language: 'en-GB',
      why: '',
    })
  })

  test.each([
    ['', 'Enter when the release goes live'],
    ['tomorrow', 'Enter a date and a time that there is, for example 2026-12-01 06:00'],
    ['2026-03-29T01:30', /^The clock in Europe\/London is put forward then/],
    ['2025-12-31T06:00', 'This time is over: enter one that is to come'],
    ['2036-12-31T06:00', 'Enter a time within a year from now'],
  ])('whose time is %j is not confirmed: the field says why, and keeps what was chosen', (at, message) => {
    show(at)
    const field = screen.getByLabelText('When it goes live (time in Europe/London)')
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(field).toHaveAccessibleDescription(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(/The clock/),
    )
    expect(field).toHaveValue(at)
    expect(screen.getByRole('link', { name: message })).toHaveAttribute('href', `#${field.id}`)
    expect(screen.getByRole('alert', { name: 'There is a problem' })).toBeVisible()
    expect(screen.getByRole('combobox')).toHaveValue('mfe-content@1.3.0')
    expect(field.closest('form')).toHaveAttribute('action', '../version/confirm')
  })

  test('is planned in Welsh too', () => {
    show('2025-12-31T06:00', 'cy')
    expect(screen.getByRole('heading', { level: 1, name: 'Trefnu rhyddhad' })).toBeVisible()
    expect(screen.getByLabelText(/^Pryd y bydd yn fyw/)).toHaveAccessibleDescription(
      expect.stringContaining('Mae’r amser hwn wedi mynd heibio'),
    )
  })
})
