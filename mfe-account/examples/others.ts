import { failed, MEMBER, refused, SENDING, SENT, whole, type Example } from './example.ts'

/** States of the remaining views: email confirmation, access denied, and the user menu in the header. */
export const otherExamples: readonly Example[] = [
  { name: 'empty', view: 'verify', shows: (messages) => messages.forms.verify.submit },
  {
    name: 'link opened',
    view: 'verify',
    account: { token: 'from-the-mail' },
    shows: (messages) => messages.forms.confirm.submit,
  },
  {
    name: 'link not confirmed',
    view: 'verify',
    account: {
      token: 'from-the-mail',
      ...refused(whole('unavailable')),
      confirmation: failed({ message: 'Bad Gateway', status: 502 }),
    },
    shows: (messages) => messages.issues.unavailable,
  },
  {
    name: 'link on its way',
    view: 'verify',
    account: { token: 'from-the-mail', confirmation: SENDING },
    shows: (messages) => messages.forms.confirm.busy,
  },
  {
    name: 'password first',
    view: 'verify',
    account: { token: 'from-the-mail', leavingTo: '/account/reset-password?token=t' },
    shows: (messages) => messages.continue,
  },
  {
    name: 'link used up',
    view: 'verify',
    account: refused(whole('link')),
    shows: (messages) => messages.issues.link,
  },
  {
    name: 'confirmed',
    view: 'verify',
    account: { outcome: 'verified' },
    shows: (messages) => messages.outcomes.verified.title,
  },
  {
    name: 'sent again',
    view: 'verify',
    account: { verification: SENT },
    shows: (messages) => messages.outcomes.sent.text,
  },
  {
    name: 'refused',
    view: 'access-denied',
    account: { requestedPath: '/your-council/staff' },
    user: MEMBER,
    shows: () => '/your-council/staff',
  },
  {
    name: 'signed out',
    view: 'access-denied',
    account: { requestedPath: '/your-council/staff' },
    shows: (messages) => messages.accessDenied.signedOutText,
  },
  { name: 'anonymous', view: 'user-menu', shows: (messages) => messages.signIn },
  { name: 'signed in', view: 'user-menu', user: MEMBER, shows: (messages) => messages.signOut },
]
