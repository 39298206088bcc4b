/**
 * Accounts of the demonstration content, with their passwords. Several, because one account allows fifty sign-ins in a quarter of an
 * hour, and the bench should not need a higher limit.
 */
export const PEOPLE = [
  ['a.member', 'Demo-Member-2026!'],
  ['t.friend', 'Demo-Friend-2026!'],
  ['j.visitor', 'Demo-Visitor-2026!'],
  ['m.okafor', 'Demo-Editor-2026!'],
  ['e.lloyd', 'Demo-Staff-2026!'],
] as const
