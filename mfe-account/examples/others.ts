import { failed, MEMBER, refused, SENDING, SENT, whole, type Example } from './example.ts'

/** What is left: confirming an address, being refused a page, the menu in the header. */
export const otherExamples: readonly Example[] = [
  { name: 'empty', view: 'verify', shows: (words) => words.forms.verify.submit },
  {
    name: 'link opened',
    view: 'verify',
    account: { token: 'from-the-mail' },
    shows: (words) => words.forms.confirm.submit,
  },
  {
    name: 'link not confirmed',
    view: 'verify',
    account: {
      token: 'from-the-mail',
      ...refused(whole('unavailable')),
      confirmation: failed({ message: 'Bad Gateway', status: 502 }),
    },
    shows: (words) => words.issues.unavailable,
  },
  {
    name: 'link on its way',
    view: 'verify',
    account: { token: 'from-the-mail', confirmation: SENDING },
    shows: (words) => words.forms.confirm.busy,
  },
  {
    name: 'link used up',
    view: 'verify',
    account: refused(whole('link')),
    shows: (words) => words.issues.link,
  },
  {
    name: 'confirmed',
    view: 'verify',
    account: { outcome: 'verified' },
    shows: (words) => words.outcomes.verified.title,
  },
  {
    name: 'sent again',
    view: 'verify',
    account: { verification: SENT },
    shows: (words) => words.outcomes.sent.text,
  },
  {
    name: 'refused',
    view: 'access-denied',
    account: { requestedPath: '/your-council/staff' },
    user: MEMBER,
    shows: () => '/your-council/staff',
  },
  { name: 'anonymous', view: 'user-menu', shows: (words) => words.signIn },
  { name: 'signed in', view: 'user-menu', user: MEMBER, shows: (words) => words.signOut },
]
