import { PASSWORD_MIN_LENGTH } from '@tessera/shared/config'
import { initialUser } from '@tessera/shared/store'
import { refused, type Example } from './example.ts'

/** States of /account/registration. */
export const registrationExamples: readonly Example[] = [
  { name: 'empty', view: 'registration', shows: (messages) => messages.passwordRules(PASSWORD_MIN_LENGTH) },
  {
    name: 'refused',
    view: 'registration',
    account: {
      ...refused([
        { field: 'email', code: 'invalid' },
        { field: 'password', code: 'too-common' },
      ]),
      posted: { firstName: 'Asha', lastName: 'Member', email: 'asha' },
    },
    shows: (messages) => messages.issues['too-common'],
  },
  {
    name: 'on its way',
    view: 'registration',
    user: { registration: { ...initialUser.registration, isLoading: true } },
    shows: (messages) => messages.forms.registration.busy,
  },
  {
    name: 'done',
    view: 'registration',
    user: { registration: { ...initialUser.registration, success: true, user: { firstName: 'Asha' } } },
    shows: (messages) => messages.outcomes.registered.text,
  },
]
