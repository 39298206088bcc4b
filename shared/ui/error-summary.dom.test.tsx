import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ErrorSummary } from './error-summary.tsx'

const errors = [{ controlId: 'name', message: 'Name is a required field' }]

describe('error summary', () => {
  test('is not there without errors', () => {
    const { container } = render(<ErrorSummary title="Oops" errors={[]} />)
    expect(container).toBeEmptyDOMElement()
  })

  test('lists each error as a link that moves focus to its field', async () => {
    render(
      <>
        <ErrorSummary title="Oops" errors={errors} />
        <input id="name" aria-label="Name" />
      </>,
    )
    expect(screen.getByRole('alert', { name: 'Oops' })).toBeVisible()
    const link = screen.getByRole('link', { name: 'Name is a required field' })
    expect(link).toHaveAttribute('href', '#name')
    await userEvent.click(link)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  test('takes the focus only where its property requires it', () => {
    const { unmount } = render(<ErrorSummary title="Oops" errors={errors} />)
    expect(screen.getByRole('alert')).not.toHaveFocus()
    unmount()
    render(<ErrorSummary title="Oops" errors={errors} takesFocus />)
    expect(screen.getByRole('alert')).toHaveFocus()
  })
})
