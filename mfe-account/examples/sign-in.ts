import { initialUser } from '@tessera/shared/store'
import { MEMBER, refused, whole, type Example } from './example.ts'

/** The user state after a sign-in that failed with a message. */
const failedWith = (errorMessage: string) => ({
  authenticationState: { ...initialUser.authenticationState, isError: true, errorMessage },
})

/** States of /account/login. */
export const signInExamples: readonly Example[] = [
  { name: 'empty', view: 'sign-in', shows: (messages) => messages.forms['sign-in'].submit },
  {
    name: 'refused',
    view: 'sign-in',
    account: { ...refused(whole('credentials')), posted: { username: 'a.member' } },
    shows: (messages) => messages.issues.credentials,
  },
  {
    name: 'incomplete',
    view: 'sign-in',
    account: refused([
      { field: 'username', code: 'missing' },
      { field: 'password', code: 'missing' },
    ]),
    shows: (messages) => messages.missing.username,
  },
  {
    name: 'tried too often',
    view: 'sign-in',
    account: refused(whole('limited'), 900),
    user: failedWith('Too many requests'),
    shows: (messages) => messages.limited(900),
  },
  {
    name: 'no answer',
    view: 'sign-in',
    account: refused(whole('no-answer')),
    user: failedWith('No response from server'),
    shows: () => 'No response from server',
  },
  {
    name: 'on its way',
    view: 'sign-in',
    user: { authenticationState: { ...initialUser.authenticationState, isLoading: true } },
    shows: (messages) => messages.forms['sign-in'].busy,
  },
  {
    name: 'done',
    view: 'sign-in',
    account: { leavingTo: '/my-larkmoor' },
    user: MEMBER,
    shows: (messages) => messages.leaving.text,
  },
  {
    name: 'signed in already',
    view: 'sign-in',
    user: MEMBER,
    shows: (messages) => messages.signedInAs('Asha Member'),
  },
  {
    name: 'signed out',
    view: 'sign-in',
    account: { outcome: 'signed-out' },
    shows: (messages) => messages.outcomes['signed-out'].title,
  },
]
