import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { messages } from '../messages.ts'
import { AccessDeniedPage } from './access-denied-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { UserMenu } from './user-menu.tsx'

const words = messages('en-GB')

describe('sign-in page', () => {
  test('is a real form with fields that a password manager knows', () => {
    render(<SignInPage action="/account/login" returnPath={null} problem={null} words={words} />)
    const username = screen.getByRole('textbox', { name: 'Username or email address' })
    expect(username).toHaveAttribute('autocomplete', 'username')
    expect(username).toHaveAttribute('name', 'username')
    const password = screen.getByLabelText('Password')
    expect(password).toHaveAttribute('autocomplete', 'current-password')
    const form = screen.getByRole('button', { name: 'Sign in' }).closest('form')
    expect(form).toHaveAttribute('method', 'post')
    expect(form).toHaveAttribute('action', '/account/login')
  })

  test('carries the return path as data, and none when there is none', () => {
    const { container, rerender } = render(
      <SignInPage action="/account/login" returnPath={'/members?a="b"'} problem={null} words={words} />,
    )
    expect(container.querySelector('input[name="redirect_uri"]')).toHaveValue('/members?a="b"')
    rerender(<SignInPage action="/account/login" returnPath={null} problem={null} words={words} />)
    expect(container.querySelector('input[name="redirect_uri"]')).toBeNull()
  })

  test('says what went wrong, with a link to the field, and never which half was wrong', () => {
    render(<SignInPage action="/account/login" returnPath={null} problem="credentials" words={words} />)
    const link = screen.getByRole('link', { name: /username or the password is not right/ })
    expect(link).toHaveAttribute('href', '#username')
  })
})

test('access denied names the page and offers ways on', () => {
  render(
    <AccessDeniedPage requestedPath="/staff" loginUrl="/account/login?redirect_uri=%2Fstaff" words={words} />,
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You cannot see this page')
  expect(screen.getByText('/staff')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sign in with another account' })).toHaveAttribute(
    'href',
    '/account/login?redirect_uri=%2Fstaff',
  )
})

test('the user menu leads to the sign-in page', () => {
  render(<UserMenu signInUrl="/account/login?redirect_uri=%2Fnews" words={words} />)
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/account/login?redirect_uri=%2Fnews',
  )
})
