import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { PASSWORD_MIN_LENGTH } from '@tessera/shared/config'
import { StoreProvider } from '@tessera/shared/ui'
import type { Action, Store } from '@tessera/shared/contract'
import { createBus, createStore, userSlice } from '@tessera/shared/store'
import { ACCOUNT_FORMS, type AccountFormName } from '../domain/account-form.ts'
import { examples, stateOf, type Example } from '../examples/index.ts'
import { catalogues } from '../messages/index.ts'
import { accountSlice } from '../state/account.slice.ts'
import { AccountSlot } from './account-slot.tsx'

const messages = catalogues['en-GB']
const NAMES = Object.keys(ACCOUNT_FORMS) as AccountFormName[]
/** All forms but the one that is only a button. */
const FORMS = NAMES.filter((name) => ACCOUNT_FORMS[name].fields.length > 0)

interface Shown {
  readonly container: HTMLElement
  readonly store: Store
  /** The dispatched actions. */
  readonly actions: Action[]
}

function show(example: Example, language = 'en-GB'): Shown {
  const inner = createStore({
    parts: [{ owner: 'test', slices: [userSlice, accountSlice] }],
    preloadedState: stateOf(example, language),
  })
  const actions: Action[] = []
  const store: Store = {
    ...inner,
    dispatch: ((action: Action) => {
      actions.push(action)
      return inner.dispatch(action)
    }) as Store['dispatch'],
  }
  const { container } = render(
    <StoreProvider store={store}>
      <AccountSlot
        slotId="main"
        view={example.view}
        props={{}}
        store={store}
        bus={createBus()}
        messages={catalogues[language]!}
      />
    </StoreProvider>,
  )
  return { container, store, actions }
}

const exampleOf = (view: string, name = 'empty'): Example => {
  const found = examples.find((example) => example.view === view && example.name === name)
  if (!found) throw new Error(`no example "${name}" of ${view}`)
  return found
}

const fill = (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

describe('account screens (specification 2, 4; docs/decisions/0013)', () => {
  it.each(['en-GB', 'cy'].flatMap((language) => examples.map((example) => ({ language, example }))))(
    'show each of their states: $example.view, $example.name ($language)',
    ({ language, example }) => {
      const { container } = show(example, language)
      expect(container).toHaveTextContent(example.shows(catalogues[language]!))
    },
  )

  it.each(examples)('tie every field to a label, its hint and its error: $view, $name', (example) => {
    const { container } = show(example)
    for (const input of container.querySelectorAll<HTMLInputElement>(
      'input:not([type="hidden"], [aria-hidden])',
    )) {
      expect(input.labels).toHaveLength(1)
      const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
      for (const id of described) expect(container.querySelector(`#${id}`)).not.toBeNull()
      for (const id of [`${input.id}-hint`, `${input.id}-error`])
        if (container.querySelector(`#${id}`)) expect(described).toContain(id)
      const isWrong = container.querySelector(`#${input.id}-error`) !== null
      expect(input.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null)
    }
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(NAMES)('post to their endpoint with the names it reads: %s', (form) => {
    const { container } = show(form === 'confirm' ? exampleOf('verify', 'link opened') : exampleOf(form))
    const element = container.querySelector('form')
    expect(element).toHaveAttribute('method', 'post')
    expect(element).toHaveAttribute('action', ACCOUNT_FORMS[form].endpoint)
    for (const { name, isOptional } of ACCOUNT_FORMS[form].fields)
      expect(element?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.required).toBe(!isOptional)
    expect(element?.querySelector('input[name="language"]')).toHaveValue('en-GB')
  })

  it('carry the token that tells our own posts', () => {
    const { container } = show({
      ...exampleOf('sign-in'),
      account: { posted: { form_token: 'of-this-page' } },
    })
    expect(container.querySelector('input[type="hidden"][name="form_token"]')).toHaveValue('of-this-page')
  })

  it.each([
    ['sign-in', { username: 'username', password: 'current-password' }],
    [
      'registration',
      { firstName: 'given-name', lastName: 'family-name', email: 'email', password: 'new-password' },
    ],
    ['forgot-password', { userEmail: 'email' }],
    ['reset-password', { password: 'new-password' }],
    ['change-password', { currentPassword: 'current-password', newPassword: 'new-password' }],
    ['verify', { user: 'email' }],
  ])('tell password managers what each field is: %s', (form, tokens) => {
    const { container } = show(exampleOf(form))
    for (const [name, token] of Object.entries(tokens))
      expect(container.querySelector(`input[name="${name}"]`)).toHaveAttribute('autocomplete', token)
  })

  it('tell a password manager whose password is changed', () => {
    const { container } = show(exampleOf('change-password'))
    expect(container.querySelector('input[autocomplete="username"]')).toHaveValue('a.member')
    expect(container.querySelector('input[name="userId"]')).toHaveValue('4')
  })

  it.each(['registration', 'reset-password', 'change-password'])(
    'say from the start what a new password has to be: %s',
    (form) => {
      show(exampleOf(form))
      const field = screen.getByLabelText(form === 'change-password' ? 'New password' : 'Password')
      expect(field).toHaveAccessibleDescription(messages.passwordRules(PASSWORD_MIN_LENGTH))
    },
  )

  it.each(['/cy/account/login', '/account/login'])('keep to their language: links of %s', (path) => {
    const language = path.startsWith('/cy') ? 'cy' : 'en-GB'
    show(exampleOf('sign-in'), language)
    const prefix = language === 'cy' ? '/cy' : ''
    expect(screen.getByRole('link', { name: catalogues[language]!.createAccount })).toHaveAttribute(
      'href',
      `${prefix}/account/registration`,
    )
  })
})

describe('a refused form (docs/decisions/0013)', () => {
  const sendEmpty = (view: AccountFormName) => {
    const shown = show(exampleOf(view))
    fireEvent.submit(shown.container.querySelector('form')!)
    return shown
  }

  it.each(FORMS)('lists what is missing, takes the focus, and sends nothing: %s', (form) => {
    const { actions } = sendEmpty(form)
    const summary = screen.getByRole('alert')
    expect(summary).toHaveFocus()
    const own = form === 'sign-in' ? { password: messages.missingPassword } : {}
    const missing = { ...messages.missing, ...own }
    for (const { name } of ACCOUNT_FORMS[form].fields.filter(({ isOptional }) => !isOptional))
      expect(within(summary).getByRole('link', { name: missing[name] })).toHaveAttribute('href', `#${name}`)
    expect(actions.map(({ type }) => type)).toEqual(['account/formRefused'])
  })

  it('takes the focus each time it is refused, not only the first', () => {
    const { container } = sendEmpty('sign-in')
    screen.getByLabelText('Password').focus()
    fireEvent.submit(container.querySelector('form')!)
    expect(screen.getByRole('alert')).toHaveFocus()
  })

  it('keeps what was typed', () => {
    const { container } = show(exampleOf('registration'))
    fill({ 'First name (optional)': 'Asha', 'Email address': 'nowhere', Password: 'short' })
    fireEvent.submit(container.querySelector('form')!)
    expect(screen.getByLabelText('First name (optional)')).toHaveValue('Asha')
    expect(screen.getByLabelText('Email address')).toHaveValue('nowhere')
    expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(messages.issues.invalid)
  })

  it('has what had been typed before the page came, but no password', () => {
    const { container } = show(exampleOf('registration', 'refused'))
    expect(screen.getByLabelText('Email address')).toHaveValue('asha')
    expect(container.querySelector('input[name="password"]')).toHaveValue('')
  })

  it('shows friendly words first, and the message of the service beside them', () => {
    show(exampleOf('sign-in', 'no answer'))
    expect(screen.getByRole('link', { name: messages.issues['no-answer'] })).toBeVisible()
    expect(screen.getByText('No response from server')).toBeVisible()
  })

  it('lets a service speak for itself where it gives no reason that we know', () => {
    const error = { message: 'That name is reserved', status: 422 }
    show({
      ...exampleOf('registration'),
      account: { refusal: { issues: [], waitSeconds: null }, refusals: 1 },
      user: { registration: { isLoading: false, success: false, user: null, error } },
    })
    expect(screen.getByRole('link', { name: 'That name is reserved' })).toBeVisible()
  })
})

describe('the link that confirms an address (docs/decisions/0012)', () => {
  it('leads to a button that posts its token, and to nothing else', () => {
    const { container, actions } = show(exampleOf('verify', 'link opened'))
    const form = container.querySelector('form')
    expect(form).toHaveAttribute('action', '/account/verify')
    expect(form?.querySelector('input[name="token"]')).toHaveValue('from-the-mail')
    expect(screen.queryByRole('textbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: messages.forms.confirm.submit }))
    expect(actions).toEqual([
      {
        type: 'account/confirmationRequested',
        payload: { token: 'from-the-mail', language: 'en-GB' },
      },
    ])
  })

  it('says that the address is confirmed, with the focus there, and leads to the sign-in page', () => {
    const { store } = show(exampleOf('verify', 'link opened'))
    act(() => void store.dispatch({ type: 'account/confirmationFinished' }))
    const heading = screen.getByRole('heading', { name: messages.outcomes.verified.title })
    expect(heading.closest('[role="status"]')).toHaveFocus()
    expect(screen.getByRole('link', { name: messages.signIn })).toHaveAttribute('href', '/account/login')
  })

  it('offers another mail once the link is used up, and a refusal leads to what can be done', () => {
    const { store } = show(exampleOf('verify', 'link opened'))
    const refuse = (code: string) =>
      act(
        () =>
          void store.dispatch({
            type: 'account/formRefused',
            payload: { issues: [{ field: null, code }], waitSeconds: null },
          }),
      )
    refuse('unavailable')
    const way = within(screen.getByRole('alert')).getByRole('link', { name: messages.issues.unavailable })
    expect(document.querySelector(way.getAttribute('href') ?? '')).toBe(
      screen.getByRole('button', { name: messages.forms.confirm.submit }),
    )
    refuse('link')
    expect(screen.getByRole('link', { name: messages.issues.link })).toBeVisible()
    expect(screen.getByRole('button', { name: messages.forms.verify.submit })).toBeVisible()
  })
})

describe('a form that is on its way (specification 4, Account flows)', () => {
  const BUSY = examples.filter(({ name }) => name === 'on its way')

  it.each(BUSY)('shows that it is being sent, and is not sent again: $view', (example) => {
    const { container, actions } = show(example)
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      example.shows(messages),
    )
    expect(
      screen.getByRole('button', { name: messages.forms[example.view as AccountFormName].submit }),
    ).toHaveAttribute('aria-disabled', 'true')
    fireEvent.submit(container.querySelector('form')!)
    expect(actions).toEqual([])
  })

  it('is there for each flow of the user state', () => {
    expect(BUSY.map(({ view }) => view).toSorted()).toEqual([
      'change-password',
      'forgot-password',
      'registration',
      'reset-password',
      'sign-in',
    ])
  })
})

describe('sending a form with script', () => {
  const send = (form: AccountFormName, values: Readonly<Record<string, string>>, account = {}) => {
    const example = exampleOf(form)
    const shown = show({ ...example, account: { ...example.account, ...account } })
    fill(values)
    fireEvent.submit(shown.container.querySelector('form')!)
    return shown.actions
  }

  it('asks to sign in with what was typed, and where to go afterwards', () => {
    const actions = send(
      'sign-in',
      { 'Username or email address': ' a.member ', Password: ' pass word ' },
      { returnPath: '/my-larkmoor' },
    )
    expect(actions).toEqual([
      {
        type: 'user/signInRequested',
        payload: { username: 'a.member', password: ' pass word ', returnPath: '/my-larkmoor' },
      },
    ])
  })

  it.each([
    [
      'registration',
      'user/registrationRequested',
      {
        'First name (optional)': 'Asha',
        'Last name (optional)': 'Member',
        'Email address': 'asha@post.example',
        Password: 'five tall green ladders',
      },
      {
        firstName: 'Asha',
        lastName: 'Member',
        email: 'asha@post.example',
        password: 'five tall green ladders',
      },
    ],
    [
      'forgot-password',
      'user/resetMailRequested',
      { 'Email address': 'asha@post.example' },
      { userEmail: 'asha@post.example' },
    ],
    [
      'reset-password',
      'user/passwordResetRequested',
      { Password: 'five tall green ladders' },
      { token: 'from-the-mail', password: 'five tall green ladders' },
    ],
    [
      'change-password',
      'user/passwordChangeRequested',
      { 'Current password': 'old', 'New password': 'five tall green ladders' },
      { userId: '4', currentPassword: 'old', newPassword: 'five tall green ladders' },
    ],
    [
      'verify',
      'account/verificationRequested',
      { 'Email address': 'asha@post.example' },
      { user: 'asha@post.example' },
    ],
  ] as const)('asks for its flow with the fields of its call: %s', (form, type, values, payload) => {
    expect(send(form, values)).toEqual([{ type, payload: { ...payload, language: 'en-GB' } }])
  })

  it('puts what happened in the place of the form, and the focus there', () => {
    const { store } = show(exampleOf('forgot-password'))
    fill({ 'Email address': 'asha@post.example' })
    fireEvent.click(screen.getByRole('button', { name: messages.forms['forgot-password'].submit }))
    act(() => void store.dispatch({ type: 'user/resetMailFinished' }))
    const heading = screen.getByRole('heading', { name: messages.outcomes.sent.title })
    expect(heading.closest('[role="status"]')).toHaveFocus()
  })
})

describe('showing a password (docs/decisions/0013)', () => {
  it('is a button that says what it does, and what it did', () => {
    show(exampleOf('sign-in'))
    const field = screen.getByLabelText('Password')
    fireEvent.change(field, { target: { value: 'secret' } })
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')
    expect(field).toHaveValue('secret')
    expect(screen.getByText('Your password is visible')).toHaveAttribute('role', 'status')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field).toHaveAttribute('type', 'password')
    expect(screen.getByText('Your password is hidden')).toHaveAttribute('role', 'status')
  })
})

describe('the user menu (specification 4, Authentication)', () => {
  it('leads to the sign-in page, and back to the page it stands on', () => {
    show(exampleOf('user-menu', 'anonymous'))
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/account/login?redirect_uri=%2Fnews',
    )
  })

  it('leads to the sign-in page of its language', () => {
    show(exampleOf('user-menu', 'anonymous'), 'cy')
    expect(screen.getByRole('link', { name: 'Mewngofnodi' })).toHaveAttribute(
      'href',
      '/cy/account/login?redirect_uri=%2Fcy%2Fnews',
    )
  })

  it('has the name, the links and a form that signs out', () => {
    const { container } = show(exampleOf('user-menu', 'signed in'))
    expect(container.querySelector('summary')).toHaveTextContent('Account of Asha Member')
    expect(screen.getByText('Change password')).toHaveAttribute('href', '/account/change-password')
    const form = screen.getByText('Sign out').closest('form')
    expect(form).toHaveAttribute('method', 'post')
    expect(form).toHaveAttribute('action', '/account/logout')
  })
})

describe('access denied (specification 2: original_uri carries the requested path)', () => {
  it('names the page and offers ways on', () => {
    show(exampleOf('access-denied', 'refused'))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You cannot see this page')
    expect(screen.getByRole('link', { name: 'Sign in with another account' })).toHaveAttribute(
      'href',
      '/account/login?redirect_uri=%2Fyour-council%2Fstaff',
    )
  })

  it('tells who is not signed in to do that, and nothing of an account', () => {
    show(exampleOf('access-denied', 'signed out'))
    expect(
      screen.getByText('You are not signed in. Sign in to see whether your account gives you access.'),
    ).toBeVisible()
    expect(screen.queryByText(/Your account cannot open/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/account/login?redirect_uri=%2Fyour-council%2Fstaff',
    )
  })
})

describe('words of sign-in (issue: a site that a council would buy)', () => {
  it('tell who is signed in already, and offer to go on, to sign out, or to use another account', () => {
    const example = exampleOf('sign-in', 'signed in already')
    const { container } = show({ ...example, account: { returnPath: '/my-larkmoor' } })
    expect(screen.getByText('You are signed in as Asha Member.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/my-larkmoor')
    expect(screen.getByRole('button', { name: 'Sign out' }).closest('form')).toHaveAttribute(
      'action',
      '/account/logout',
    )
    expect(screen.getByRole('heading', { level: 1, name: 'You are signed in' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Use another account' })).toBeVisible()
    expect(container.querySelector('form[action="/account/login"]')).not.toBeNull()
  })

  it('ask for the password that is there, not for one to choose, to sign in', () => {
    show(exampleOf('sign-in', 'incomplete'))
    expect(screen.getByRole('link', { name: 'Enter your password' })).toHaveAttribute('href', '#password')
  })

  it.each(['forgot-password', 'verify'] as const)('lead back to sign in: %s', (view) => {
    show(exampleOf(view))
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('do not say of a link that is missing that it was used', () => {
    show(exampleOf('reset-password', 'without its link'))
    expect(screen.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
    expect(screen.queryByText(/has been used already/)).toBeNull()
    expect(screen.getByRole('link', { name: /^Use the link in the email/ })).toHaveAttribute('href', '#again')
  })
})
