import { PASSWORD_MIN_LENGTH } from '@tessera/shared/config'
import { failed, MEMBER, refused, SENDING, SENT, whole, type Example } from './example.ts'

const CHOSEN = { token: 'from-the-mail' }

/** States of the three password screens. */
export const passwordExamples: readonly Example[] = [
  { name: 'empty', view: 'forgot-password', shows: (messages) => messages.forms['forgot-password'].submit },
  {
    name: 'refused',
    view: 'forgot-password',
    account: refused([{ field: 'userEmail', code: 'missing' }]),
    user: { passwordResetRequest: failed({ message: 'Invalid object' }) },
    shows: (messages) => messages.missing.userEmail,
  },
  {
    name: 'on its way',
    view: 'forgot-password',
    user: { passwordResetRequest: SENDING },
    shows: (messages) => messages.forms['forgot-password'].busy,
  },
  {
    name: 'done',
    view: 'forgot-password',
    user: { passwordResetRequest: SENT },
    shows: (messages) => messages.outcomes.sent.text,
  },
  {
    name: 'empty',
    view: 'reset-password',
    account: CHOSEN,
    shows: (messages) => messages.forms['reset-password'].submit,
  },
  {
    name: 'first password, in another browser',
    view: 'reset-password',
    account: { ...CHOSEN, outcome: 'first-password' },
    shows: (messages) => messages.outcomes['first-password'].text,
  },
  {
    name: 'first password refused',
    view: 'reset-password',
    account: {
      ...CHOSEN,
      ...refused([{ field: 'password', code: 'too-short' }]),
      outcome: 'first-password',
    },
    shows: (messages) => messages.outcomes['first-password'].text,
  },
  { name: 'without its link', view: 'reset-password', shows: (messages) => messages.noLink },
  {
    name: 'refused',
    view: 'reset-password',
    account: { ...CHOSEN, ...refused([{ field: 'password', code: 'too-short' }]) },
    shows: (messages) => messages.tooShort(PASSWORD_MIN_LENGTH),
  },
  {
    name: 'link used up',
    view: 'reset-password',
    account: refused(whole('link')),
    shows: (messages) => messages.issues.link,
  },
  {
    name: 'on its way',
    view: 'reset-password',
    account: CHOSEN,
    user: { resetPassword: SENDING },
    shows: (messages) => messages.forms['reset-password'].busy,
  },
  {
    name: 'done',
    view: 'reset-password',
    user: { resetPassword: SENT },
    shows: (messages) => messages.outcomes.reset.text,
  },
  {
    name: 'empty',
    view: 'change-password',
    user: MEMBER,
    shows: (messages) => messages.labels.currentPassword,
  },
  {
    name: 'refused',
    view: 'change-password',
    account: refused([{ field: 'currentPassword', code: 'credentials' }]),
    user: MEMBER,
    shows: (messages) => messages.wrongPassword,
  },
  {
    name: 'session ended',
    view: 'change-password',
    account: refused(whole('expired')),
    user: { ...MEMBER, changePassword: failed({ message: 'Unauthorized', status: 401 }) },
    shows: (messages) => messages.signInAgain,
  },
  {
    name: 'on its way',
    view: 'change-password',
    user: { ...MEMBER, changePassword: SENDING },
    shows: (messages) => messages.forms['change-password'].busy,
  },
  {
    name: 'done',
    view: 'change-password',
    user: { ...MEMBER, changePassword: SENT },
    shows: (messages) => messages.outcomes.changed.text,
  },
]
