import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { JsonObject } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../../messages/index.ts'
import * as actions from '../../state/form-actions.ts'
import { NOT_SENT, selectForm } from '../../state/form-state.ts'
import { FormSlot } from '../../ui/form-slot.tsx'
import { aSite, formId, type Submission } from './a-site.ts'
import { readCases, tryAll, type Case } from './cases.ts'

const words = catalogues['en-GB']
const bus = createBus({ onListenerError: () => undefined })
type Site = ReturnType<typeof aSite>

function show(props: JsonObject = {}, mapPatch: Readonly<Record<string, string>> = {}): Site {
  const site = aSite({ mapPatch } as unknown as Submission)
  showIn(site, formId, props)
  return site
}

const showIn = ({ store }: Site, id: string, props: JsonObject) =>
  render(
    <StoreProvider store={store}>
      <FormSlot
        slotId={`form-${id}`}
        view="form"
        props={{ formId: id, ...props }}
        store={store}
        bus={bus}
        messages={words}
      />
    </StoreProvider>,
  )

const set = ({ store }: Site, fieldId: string, value: Parameters<typeof actions.valueChanged>[0]['value']) =>
  act(() => void store.dispatch(actions.valueChanged({ formId, fieldId, value })))

/** Fills in what is required on page 0. */
function fillFirstPage(site: Site, bookingKind = 'company'): void {
  set(site, 'ctrl_2', { firstName: 'Ada', lastName: 'Oarsley' })
  set(site, 'ctrl_3-7315-f73120', 'ada@example.org')
  set(site, 'ctrl_5-7315-f73140', bookingKind)
  set(site, 'ctrl_6-7315', 'f73151')
  set(site, 'ctrl_7', ['f73161'])
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const buttons = () =>
  [...document.querySelectorAll('form > div > button')].map(({ textContent }) => textContent)

const CHECKS: Readonly<Record<string, (expected: JsonObject, given: JsonObject) => void | Promise<void>>> = {
  async D005(expected) {
    const site = show()
    fillFirstPage(site)
    await press('Next page')
    expect(screen.getByRole('group', { name: String(expected['legend']) })).toBeVisible()
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(labels).toEqual(expected['labels'])
  },
  async D008(expected, given) {
    show(given)
    expect(document.body.textContent.replaceAll(/\s/g, '')).toContain('Cam1/3')
    expect(buttons()).toEqual(expected['buttons'])
    await press('Nesaf')
    expect(screen.getByRole('alert', { name: String(expected['summaryTitle']) })).toBeVisible()
  },
  D011(expected) {
    show()
    expect(buttons()).toEqual(expected['buttons'])
  },
  async D014(expected) {
    const site = show({}, { 'form.SubmitButton': '' })
    fillFirstPage(site)
    await press('Next page')
    expect(buttons().at(-1)).toBe((expected['buttons'] as readonly string[])[0])
  },
  async D017() {
    show()
    await press('Next page')
    const focused: string[] = []
    for (const link of within(screen.getByRole('alert')).getAllByRole('link')) {
      await userEvent.click(link)
      focused.push(document.activeElement?.id ?? '')
    }
    expect(focused).toEqual([
      'f73111-first',
      'f73112-last',
      'ctrl_3-7315-f73120',
      'ctrl_5-7315-f73140',
      'f73151',
      'f73161',
    ])
  },
  async D020(expected) {
    const site = show()
    fillFirstPage(site)
    await press('Next page')
    await press('Previous page')
    await waitFor(() => expect(document.activeElement?.id).toBe(expected['focused']))
  },
  D023(expected) {
    const site = show({}, { '4.type': 'TextBox', '4.rangemin': '3' })
    for (const [value, text] of Object.entries(expected)) {
      set(site, 'ctrl_4-7315-f73130', value)
      expect(document.getElementById('ctrl_4-7315-f73130-hint')?.textContent).toBe(text)
    }
  },
  async D026(expected) {
    const site = show()
    const toggle = screen.getByRole('button', { name: /Rower/ })
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText(String(expected['text']))).toBeVisible()
    expect(selectForm(site.store.getState(), formId)?.isSummaryShown).toBe(false)
  },
  D029(expected) {
    const { store } = show({ hideRef: true }, { 'form.confirmationtext': '<p>Hi</p>' })
    const result = { ...NOT_SENT, success: true, formPostId: '421' }
    act(() => void store.dispatch(actions.submitFinished({ formId, result })))
    expect(screen.getByRole('status').innerHTML).toContain(expected['html'])
    expect(screen.getByRole('status')).not.toHaveTextContent(String(expected['noText']))
  },
  D032(expected) {
    show()
    const [first] = screen.getByRole('combobox', { name: /^Booking kind/ }).querySelectorAll('option')
    expect([first?.value, first?.textContent]).toEqual([expected['domOptionValue'], 'Please choose'])
  },
  D035() {
    const site = show()
    act(
      () =>
        void site.store.dispatch(
          actions.formLoaded({ formId: '2209', definition: { ...site.definition, formId: '2209' } }),
        ),
    )
    showIn(site, '2209', {})
    set(site, 'ctrl_3-7315-f73120', 'ada@example.org')
    expect(selectForm(site.store.getState(), '2209')?.values['ctrl_3-7315-f73120']).toBe('')
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
}

test('conformance of forms (samples): rendering', () =>
  tryAll(
    'forms/rendering',
    readCases<{ readonly cases: readonly Case[] }>('rendering-cases').cases,
    async (one) => {
      try {
        const check = CHECKS[one.id]
        if (!check) throw new Error('no check')
        await check(one['expect'] as JsonObject, one['given'] as unknown as JsonObject)
      } finally {
        cleanup()
      }
    },
  ))
