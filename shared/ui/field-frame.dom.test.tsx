import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { FieldFrame } from './field-frame.tsx'

describe('field frame', () => {
  test('ties label, hint and error to the control', () => {
    render(
      <FieldFrame
        id="a"
        label="Name"
        marker="(optional)"
        hint="As on your bill"
        error="Name is a required field"
      >
        {(control) => <input {...control} />}
      </FieldFrame>,
    )
    const input = screen.getByRole('textbox', { name: 'Name (optional)' })
    expect(input).toHaveAccessibleDescription('As on your bill Name is a required field')
    expect(input).toBeInvalid()
  })

  test('ties help to the control, without its button', () => {
    const Help = ({ id }: { readonly id: string }) => (
      <>
        <button type="button">Help</button>
        <p id={id} hidden>
          It is on your letter
        </p>
      </>
    )
    render(
      <FieldFrame id="a" label="Number" hint="Eight digits" help={<Help id="a-help" />}>
        {(control) => <input {...control} />}
      </FieldFrame>,
    )
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('It is on your letter Eight digits')
  })

  test('says nothing of hints and errors that are not there', () => {
    render(
      <FieldFrame id="a" label="Name">
        {(control) => <input {...control} />}
      </FieldFrame>,
    )
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input).not.toHaveAttribute('aria-describedby')
    expect(input).toBeValid()
  })

  test('names a group by its legend, describes it, and lets it take focus', () => {
    render(
      <FieldFrame id="g" label="Bins" error="Bins is a required field" isGroup>
        {() => <input type="radio" aria-label="Green" />}
      </FieldFrame>,
    )
    const group = screen.getByRole('group', { name: 'Bins' })
    expect(group).toHaveAccessibleDescription('Bins is a required field')
    group.focus()
    expect(group).toHaveFocus()
  })
})
