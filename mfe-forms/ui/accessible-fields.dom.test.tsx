import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { FIELD_TYPES, type Field, type FieldType } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { formLoaded } from '../state/form-actions.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

const HINT = 'As it is on your letter'
const partsOf = (...names: readonly NonNullable<Field['parts']>[number]['name'][]) => ({
  parts: names.map((name) => ({ name, id: `part-${name}` })),
})

/** What a screen reader gets for a type: its role, and the names of its parts. */
interface Told {
  readonly role: 'textbox' | 'spinbutton' | 'combobox' | 'group' | null
  readonly more?: Partial<Field>
  /** Names of the controls inside a group. */
  readonly controls?: readonly (readonly [
    role: 'textbox' | 'radio' | 'checkbox' | 'combobox',
    name: string,
  ])[]
}

const choices = (role: 'radio' | 'checkbox'): Told => ({
  role: 'group',
  more: { options: OPTIONS },
  controls: [
    [role, 'Yes, please'],
    [role, 'No, thanks'],
  ],
})

const TOLD: Readonly<Record<Exclude<FieldType, 'HiddenField' | 'SectionBreak'>, Told>> = {
  TextBox: { role: 'textbox' },
  Number: { role: 'spinbutton' },
  Website: { role: 'textbox' },
  Email: { role: 'textbox' },
  Phone: { role: 'textbox' },
  Multiline: { role: 'textbox' },
  // ARIA has no role for date and file inputs.
  Date: { role: null },
  Upload: { role: null },
  Dropdown: { role: 'combobox', more: { options: OPTIONS } },
  Radio: choices('radio'),
  Checkbox: choices('checkbox'),
  Address: {
    role: 'group',
    more: partsOf('street', 'city', 'postcode'),
    controls: [
      ['textbox', 'Street address (required)'],
      ['textbox', 'City (optional)'],
      ['textbox', 'Postcode (required)'],
    ],
  },
  Name: {
    role: 'group',
    more: partsOf('firstName', 'lastName'),
    controls: [
      ['textbox', 'First Name (required)'],
      ['textbox', 'Last Name (required)'],
    ],
  },
  Time: {
    role: 'group',
    more: partsOf('hours', 'minutes', 'period'),
    controls: [
      ['textbox', 'Hours (required)'],
      ['textbox', 'Minutes (required)'],
      ['combobox', 'AM/PM'],
    ],
  },
}

function show(field: Field, language = 'en-GB') {
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  store.dispatch(formLoaded({ formId: '1', definition: aForm([aPage([field])]) }))
  return render(
    <StoreProvider store={store}>
      <FormSlot
        slotId="form-1"
        view="form"
        props={{ formId: '1' }}
        store={store}
        bus={createBus()}
        messages={catalogues[language]!}
      />
    </StoreProvider>,
  )
}

/** The control or the group, as a screen reader finds it. */
const found = (role: Told['role'], name: string): HTMLElement =>
  role === null ? screen.getByLabelText(name) : screen.getByRole(role, { name })

const refuse = (container: HTMLElement) => fireEvent.submit(container.querySelector('form')!)

describe('the accessible name, description and state of each type of field', () => {
  test('all sixteen types of field are tested', () => {
    expect([...Object.keys(TOLD), 'HiddenField', 'SectionBreak'].sort()).toEqual([...FIELD_TYPES].sort())
    expect(FIELD_TYPES).toHaveLength(16)
  })

  test.each(Object.entries(TOLD))(
    '%s: its name, its hint, and what is wrong with it',
    (type, { role, more, controls = [] }) => {
      const field = {
        id: 'f',
        type: type as FieldType,
        label: 'Answer',
        isRequired: true,
        description: HINT,
        ...more,
      }
      const { container } = show(aField(field))
      const name = more?.parts ? 'Answer' : 'Answer (required)'
      expect(found(role, name)).toHaveAccessibleDescription(expect.stringContaining(HINT))
      expect(found(role, name)).not.toHaveAccessibleDescription(expect.stringContaining('required field'))
      for (const [inner, innerName] of controls)
        expect(screen.getByRole(inner, { name: innerName })).toHaveAccessibleName(innerName)
      refuse(container)
      const wrong = controls.filter(([, own]) => own.endsWith('(required)'))
      if (wrong.length === 0) {
        expect(found(role, name)).toHaveAccessibleDescription(
          expect.stringContaining('Answer is a required field'),
        )
        if (role !== 'group') expect(found(role, name)).toBeInvalid()
      }
      for (const [inner, own] of wrong) {
        const part = screen.getByRole(inner, { name: own })
        expect(part).toHaveAccessibleDescription(expect.stringContaining('is a required field'))
        expect(part).toBeInvalid()
      }
      expect(screen.getByRole('alert', { name: 'Oops' })).toBeVisible()
    },
  )

  test.each([
    [undefined, ['address-line1', 'postal-code'], ['given-name', 'off']],
    ['off', ['off', 'off'], ['off', 'off']],
    [
      'section-home shipping street-address',
      ['section-home shipping address-line1', 'section-home shipping postal-code'],
      ['section-home shipping given-name', 'off'],
    ],
    ['billing name', ['billing address-line1', 'billing postal-code'], ['billing given-name', 'off']],
  ])('the author’s autocomplete %s is that of the parts of a field too', (autocomplete, address, other) => {
    const filled = (field: Partial<Field>) =>
      [
        ...show(aField({ ...field, ...(autocomplete && { autocomplete }) })).container.querySelectorAll(
          'fieldset input',
        ),
      ].map((input) => input.getAttribute('autocomplete'))
    expect(filled({ type: 'Address', ...partsOf('street', 'postcode') })).toEqual(address)
    expect([
      ...filled({ type: 'Name', ...partsOf('firstName') }),
      ...filled({ type: 'Time', ...partsOf('hours') }),
    ]).toEqual(other)
  })

  test('a section is a heading and its text; a hidden field is nothing', () => {
    show(aField({ type: 'SectionBreak', label: 'About you', html: '<p>Only what we need</p>' }))
    expect(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
    expect(screen.getByText('Only what we need')).toBeVisible()
    const { container } = show(aField({ type: 'HiddenField', label: 'campaign' }))
    expect(container).not.toHaveTextContent('campaign')
  })

  test("help behind a button is part of the field's description, shown or not, without the button", () => {
    show(aField({ instructions: HINT, description: 'In capitals' }))
    const field = screen.getByRole('textbox', { name: /Your name/ })
    expect(field).toHaveAccessibleDescription(`${HINT} In capitals`)
    const button = screen.getByRole('button', { name: /^Help.*Your name$/ })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    fireEvent.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(field).toHaveAccessibleDescription(`${HINT} In capitals`)
  })

  test.each(Object.keys(TOLD))('%s speaks Welsh', (type) => {
    const more = TOLD[type as keyof typeof TOLD].more
    const { container } = show(
      aField({ id: 'f', type: type as FieldType, label: 'Ateb', isRequired: true, ...more }),
      'cy',
    )
    refuse(container)
    expect(container).toHaveTextContent('(gofynnol)')
    expect(container).not.toHaveTextContent(/required|optional/)
  })
})
