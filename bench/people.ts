/**
 * People of the demonstration content, with their passwords. Several: one account may be tried fifty times in a quarter of an
 * hour, and no bench should be a reason to change that.
 */
export const PEOPLE = [
  ['a.member', 'Demo-Member-2026!'],
  ['t.friend', 'Demo-Friend-2026!'],
  ['j.visitor', 'Demo-Visitor-2026!'],
  ['m.okafor', 'Demo-Editor-2026!'],
  ['e.lloyd', 'Demo-Staff-2026!'],
] as const
