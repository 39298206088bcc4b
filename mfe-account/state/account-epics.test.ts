import type { Action, Slice } from '@tessera/shared/contract'
import {
  createStore,
  passwordChangeRequested,
  passwordResetRequested,
  registrationRequested,
  resetMailRequested,
  selectUserState,
  signInRequested,
  storePart,
  userSlice,
  withEpics,
} from '@tessera/shared/store'
import type { AccountAnswer } from '../domain/read-answer.ts'
import { accountError } from '../errors.ts'
import type { AccountCall } from '../io/call-account.ts'
import { confirmationRequested, screenOpened, verificationRequested } from './account-events.ts'
import { selectAccount } from './account-state.ts'
import { accountSlice } from './account.slice.ts'
import { epics } from './epics.ts'
import type { AccountIo } from './send-form.ts'

type Reply = Partial<AccountAnswer> | Error

/** Records the types of dispatched actions, except the store's own `@@` actions. */
const noteType = (types: readonly string[] = [], { type }: Action): readonly string[] =>
  type.startsWith('@@') ? types : [...types, type]

/** A store with the epics of this remote, and endpoints that answer with the replies in order. */
function aSession(...replies: readonly Reply[]) {
  const asked: AccountCall[] = []
  const left: string[] = []
  const io: AccountIo = {
    async callAccount(question) {
      const reply = replies[asked.length]
      asked.push(question)
      await Promise.resolve()
      if (reply instanceof Error) throw reply
      return { status: 200, statusText: 'OK', body: undefined, retryAfter: null, ...reply }
    },
    leavePage: (path) => void left.push(path),
  }
  const store = createStore({
    parts: [
      { owner: 'shell', slices: [userSlice] },
      { owner: 'test', slices: [{ key: 'types', reducer: noteType as Slice['reducer'] }] },
      storePart({ owner: 'mfe-account', slices: [accountSlice], epics, io }),
    ],
    epics: withEpics(),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    asked,
    left,
    types: () => store.getState()['types'],
    user: () => selectUserState(store.getState()),
    account: () => selectAccount(store.getState()),
    send: async (...actions: readonly Action[]) => {
      actions.forEach((action) => store.dispatch(action))
      await settle()
    },
  }
}

const USER = {
  id: '4',
  username: 'a.member',
  email: 'a@post.example',
  firstName: 'Asha',
  lastName: 'Member',
  name: 'Asha Member',
  groups: [],
  isStaff: false,
}
const CREDENTIALS = {
  bearerTokenExpiryDate: '2026-11-21T12:00:00.000Z',
  refreshTokenExpiryDate: '2026-12-06T12:00:00.000Z',
}
const SIGN_IN = signInRequested({ username: 'a.member', password: 'secret', returnPath: '/my-larkmoor' })

describe('signing in (specification 4: Authentication)', () => {
  it('goes from loading to authenticated, then to where the visitor wanted to go', async () => {
    const session = aSession({ body: { user: USER, credentials: CREDENTIALS, location: '/my-larkmoor' } })
    const sending = session.send(SIGN_IN)
    expect(session.user().authenticationState.isLoading).toBe(true)
    await sending
    expect(session.user()).toMatchObject({ id: '4', name: 'Asha Member' })
    expect(session.user().authenticationState).toMatchObject({ isLoading: false, isAuthenticated: true })
    expect(session.asked).toEqual([
      {
        url: '/account/login',
        fields: { username: 'a.member', password: 'secret', redirect_uri: '/my-larkmoor' },
      },
    ])
    expect(session.left).toEqual(['/my-larkmoor'])
    expect(session.types()).toEqual(['user/signInRequested', 'user/signInFinished', 'account/pageLeft'])
  })

  it.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)'])(
    'does not follow the host to %j',
    async (location) => {
      const session = aSession({ body: { user: USER, credentials: CREDENTIALS, location } })
      await session.send(SIGN_IN)
      expect(session.left).toEqual(['/my-larkmoor'])
    },
  )

  it("carries the token of the page's forms", async () => {
    const session = aSession({ body: { user: USER, credentials: CREDENTIALS } })
    await session.send(screenOpened({ posted: { form_token: 'of-this-page' } }), SIGN_IN)
    expect(session.asked[0]?.fields).toMatchObject({ username: 'a.member', form_token: 'of-this-page' })
  })

  it('keeps no password anywhere in the state', async () => {
    const session = aSession({
      status: 401,
      body: { error: { message: 'no', issues: [{ code: 'credentials' }] } },
    })
    await session.send(SIGN_IN)
    expect(JSON.stringify([session.user(), session.account()])).not.toContain('secret')
  })

  it('also sets the authentication error when the credentials are refused', async () => {
    const session = aSession({
      status: 401,
      body: {
        error: {
          message: 'The user name or password is wrong',
          issues: [{ field: null, code: 'credentials' }],
        },
      },
    })
    await session.send(SIGN_IN)
    expect(session.user().authenticationState).toMatchObject({
      isLoading: false,
      isAuthenticated: false,
      isError: true,
      isAuthenticationError: true,
      errorMessage: 'The user name or password is wrong',
    })
    expect(session.account().refusal?.issues).toEqual([{ field: null, code: 'credentials' }])
    expect(session.left).toEqual([])
  })

  it('tells each fact of a refusal to its owner alone: the message to the user state, the issues to the screen', async () => {
    const session = aSession({
      status: 429,
      retryAfter: '60',
      body: { error: { message: 'Too many requests', issues: [{ field: null, code: 'limited' }] } },
    })
    await session.send(SIGN_IN)
    expect(session.account().refusal).toEqual({
      issues: [{ field: null, code: 'limited' }],
      waitSeconds: 60,
    })
    expect(JSON.stringify(session.account())).not.toContain('Too many requests')
    expect(session.user().authenticationState.errorMessage).toBe('Too many requests')
    expect(JSON.stringify(session.user())).not.toContain('limited')
  })

  it.each<[Reply, string, string]>([
    [{ status: 502, statusText: 'Bad Gateway' }, 'Fetch credentials error: 502 Bad Gateway', 'unavailable'],
    [{ status: 200, body: { hello: 1 } }, 'Failed to fetch credentials', 'unavailable'],
    [accountError('account/no-answer'), 'No response from server', 'no-answer'],
  ])('is an error and no authentication error when it fails on the way: %j', async (reply, message, code) => {
    const session = aSession(reply)
    await session.send(SIGN_IN)
    expect(session.user().authenticationState).toMatchObject({
      isError: true,
      isAuthenticationError: false,
      errorMessage: message,
    })
    expect(session.account().refusal?.issues).toEqual([{ field: null, code }])
  })

  it('is requested once for repeated clicks, and again after a failure', async () => {
    const session = aSession(
      { status: 429, retryAfter: '60' },
      { body: { user: USER, credentials: CREDENTIALS } },
    )
    await session.send(SIGN_IN, SIGN_IN, SIGN_IN)
    expect(session.asked).toHaveLength(1)
    expect(session.account()).toMatchObject({ refusal: { waitSeconds: 60 }, refusals: 1 })
    await session.send(SIGN_IN)
    expect(session.asked).toHaveLength(2)
    expect(session.account()).toMatchObject({ refusal: null, leavingTo: '/my-larkmoor' })
  })
})

describe('registration (specification 4: Account flows)', () => {
  const REGISTER = { email: 'a@post.example', password: 'five tall green ladders' }

  it('goes from loading to success with the created user, and follows redirect_uri', async () => {
    const session = aSession({ status: 201, body: { id: '9', email: 'a@post.example', password: 'echoed' } })
    const sending = session.send(registrationRequested({ ...REGISTER, redirect_uri: '/welcome' }))
    expect(session.user().registration.isLoading).toBe(true)
    await sending
    expect(session.user().registration).toEqual({
      isLoading: false,
      success: true,
      error: null,
      user: { id: '9', email: 'a@post.example' },
    })
    expect(session.left).toEqual(['/welcome'])
  })

  it.each<[Reply, string]>([
    [{ status: 500, statusText: 'Server Error' }, 'Registration service: Server Error'],
    [{ status: 409, body: { error: { message: 'Taken' } } }, 'Taken'],
    [{ status: 409, body: { message: 'Taken' } }, 'Taken'],
    [{ status: 200, body: undefined }, 'Unable to parse the created user from the register service response'],
    [accountError('account/no-answer'), 'No response from server'],
  ])('fails with the message of specification 8: %j says %j', async (reply, message) => {
    const session = aSession(reply)
    await session.send(registrationRequested(REGISTER))
    expect(session.user().registration).toMatchObject({
      isLoading: false,
      success: false,
      error: { message },
    })
    expect(session.left).toEqual([])
  })
})

describe.each([
  [
    'passwordResetRequest',
    resetMailRequested,
    { userEmail: 'a@post.example' },
    '/account/reset',
    'Invalid object',
  ],
  [
    'resetPassword',
    passwordResetRequested,
    { token: 't', password: 'p' },
    '/account/reset/password',
    'Invalid object',
  ],
  [
    'changePassword',
    passwordChangeRequested,
    { userId: '4', currentPassword: 'o', newPassword: 'n' },
    '/account/change-password',
    'Invalid action object sent to changePassword saga',
  ],
] as const)('%s (specification 4 and 5: Account flows)', (key, requested, fields, url, invalid) => {
  it('goes from sending to sent', async () => {
    const session = aSession({ body: {} })
    const sending = session.send(requested(fields))
    expect(session.user()[key]).toEqual({ isSending: true, sent: false, error: null })
    await sending
    expect(session.user()[key]).toEqual({ isSending: false, sent: true, error: null })
    expect(session.asked).toEqual([{ url, fields }])
  })

  it.each(Object.keys(fields))('is refused without %s, and nothing is sent', async (name) => {
    const session = aSession()
    await session.send(requested({ ...fields, [name]: '' }))
    expect(session.user()[key]).toEqual({ isSending: false, sent: false, error: { message: invalid } })
    expect(session.asked).toEqual([])
    expect(session.account().refusal?.issues).toEqual([{ field: name, code: 'missing' }])
  })

  it.each<[Reply, string]>([
    [{ status: 422, body: { error: { data: [{ message: 'first' }], message: 'second' } } }, 'first'],
    [{ status: 422, body: { error: { message: 'second' } } }, 'second'],
    [{ status: 500 }, 'No response from server'],
    [accountError('account/timed-out'), 'No response from server'],
  ])('ends in an error: %j says %j', async (reply, message) => {
    const session = aSession(reply)
    await session.send(requested(fields))
    expect(session.user()[key]).toMatchObject({ isSending: false, sent: false, error: { message } })
  })
})

describe('another mail to confirm an address (specification 7: GET /account/verify/resend?user={user})', () => {
  it('is requested with the user in the query', async () => {
    const session = aSession({ status: 204 })
    await session.send(verificationRequested({ user: 'a+b@post.example', language: 'cy' }))
    expect(session.asked).toEqual([{ url: '/account/verify/resend?user=a%2Bb%40post.example&language=cy' }])
    expect(session.account().verification).toEqual({ isSending: false, sent: true, error: null })
  })

  it('ends in an error that the screen can tell', async () => {
    const session = aSession({ status: 429, retryAfter: '30' })
    await session.send(verificationRequested({ user: 'a@post.example' }))
    expect(session.account()).toMatchObject({
      verification: { sent: false, error: { status: 429 } },
      refusal: { issues: [{ field: null, code: 'limited' }], waitSeconds: 30 },
    })
  })
})

describe('confirming an address (docs/decisions/0012)', () => {
  const CONFIRM = confirmationRequested({ token: 'of-the-mail', language: 'cy' })

  it('goes from sending to sent, with one post of the token', async () => {
    const session = aSession({ body: { success: true } })
    await session.send(screenOpened({ token: 'of-the-mail' }))
    const sending = session.send(CONFIRM, CONFIRM)
    expect(session.account().confirmation.isSending).toBe(true)
    await sending
    expect(session.asked).toEqual([
      { url: '/account/verify', fields: { token: 'of-the-mail', language: 'cy' } },
    ])
    expect(session.account().confirmation).toEqual({ isSending: false, sent: true, error: null })
  })

  it.each(['/account/reset-password?done=first-password&token=t', '/cy/account/reset-password?token=t'])(
    'goes on to the screen that an answer names: %s',
    async (next) => {
      const session = aSession({ status: 409, body: { error: { message: 'first' }, next } })
      await session.send(screenOpened({ token: 'of-the-mail' }), CONFIRM)
      expect(session.left).toEqual([next])
      expect(session.account()).toMatchObject({
        leavingTo: next,
        refusal: null,
        confirmation: { isSending: false, sent: false },
      })
    },
  )

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '/..//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
  ])('does not go to %s', async (next) => {
    const session = aSession({ body: { success: true, next } })
    await session.send(CONFIRM)
    expect(session.left).toEqual([])
  })

  it('keeps that the password is the first one, when it is refused', async () => {
    const session = aSession({ status: 422, body: { error: { message: 'too short' } } })
    await session.send(screenOpened({ token: 'of-the-mail', outcome: 'first-password' }))
    await session.send(passwordResetRequested({ token: 'of-the-mail', password: 'short' }))
    expect(session.account()).toMatchObject({ refusals: 1, outcome: 'first-password' })
  })

  it('drops a link that is used up, and keeps one that may still work', async () => {
    const session = aSession(
      { status: 502 },
      { status: 410, body: { error: { message: 'gone', issues: [{ field: null, code: 'link' }] } } },
    )
    await session.send(screenOpened({ token: 'of-the-mail' }))
    await session.send(CONFIRM)
    expect(session.account()).toMatchObject({
      token: 'of-the-mail',
      confirmation: { error: { status: 502 } },
    })
    await session.send(CONFIRM)
    expect(session.account()).toMatchObject({
      token: null,
      refusal: { issues: [{ field: null, code: 'link' }] },
    })
  })
})
