import { englishDateFormats } from '@tessera/shared/messages'
import { describeMoment } from '../describe-moment.ts'

const dates = englishDateFormats()

/** What staff may change from the version page, and what has been changed. */
export const control = {
  title: 'Change what is live',
  'not-granted': 'You may look, but not change anything: that is for the groups in releaseGroups.',
  'no-agent': 'Nothing can be changed from here: this shell shares no key with a release agent.',
  unread: 'The record of releases cannot be read now; the log says why.',
  isFrozen: (by: string, at: string, why: string) => `Releases are frozen by ${by} since ${at}: ${why}`,
  canary: (release: string, percent: number) => `${release}: a canary, seen by ${percent} %`,
  unseen: (release: string) => `${release}: a canary, stopped by the shells; nobody sees it`,
  plan: (release: string, at: string, by: string) => `${release} goes live on ${at} (${by})`,
  release: 'Release',
  earlier: 'Earlier release',
  plannable: 'Candidate that is to go live',
  moment: 'Moment (UTC)',
  /** On the council's own clock. */
  onClock: (iso: string) => describeMoment(iso, dates),
  time: (zone: string) => `When it goes live (time in ${zone})`,
  timeHint: 'A date and a time within a year, for example 2026-12-01 06:00.',
  timeProblems: {
    missing: () => 'Enter when the release goes live',
    malformed: () => 'Enter a date and a time that there is, for example 2026-12-01 06:00',
    skipped: (zone: string) =>
      `The clock in ${zone} is put forward then and shows no such time: choose an earlier or a later one`,
    over: () => 'This time is over: enter one that is to come',
    far: () => 'Enter a time within a year from now',
  },
  goesLive: (at: string, utc: string) => `It goes live on ${at} (in UTC: ${utc}).`,
  replaces: (release: string, at: string) => `It takes the place of ${release}, planned for ${at}.`,
  problem: 'There is a problem',
  inError: (title: string) => `Error: ${title}`,
  nextHint: 'The next page says what will change. Nothing changes before you confirm it.',
  actions: {
    promote: 'Promote the canary',
    halt: 'Halt the canary',
    schedule: 'Plan a release',
    unschedule: 'Cancel the schedule',
    back: 'Go back to this release',
    site: 'Take the whole site back',
    freeze: 'Freeze releases',
    unfreeze: 'End the freeze',
  },
  will: {
    promote: 'Everybody will see the canary.',
    halt: 'Nobody will see the canary any more; everybody sees the live release.',
    schedule:
      'Then everybody sees it, if it passes the gate again and no shell refuses it. Until then it stays a candidate, and may be cancelled.',
    unschedule: 'The release will not go live at its time. It stays a candidate.',
    back: 'Everybody will see the earlier release.',
    site: 'Everybody will see what was live at that moment.',
    freeze: 'Nothing new is released until somebody ends the freeze.',
    unfreeze: 'Releases are possible again.',
  },
  now: 'Now',
  then: 'Afterwards',
  ends: (release: string) => `${release} ends with it: as a canary, or as scheduled.`,
  ofRecord: (number: number, at: string) => `Number ${number} of the record, of ${at}.`,
  why: 'Reason',
  whyHint: 'It stands in the signed record, with your name.',
  whyOptional: 'Reason (optional)',
  cancel: 'Back to the version page, changing nothing',
  noPlan: {
    gone: 'This is not on offer any more: look at the version page again.',
    unknownMoment: 'The record shown here does not say. The command rollback --at goes further back.',
    nothing: 'Nothing was different then.',
  },
  requests: 'What was asked for here',
  states: {
    waiting: 'waits for a release agent; load this page again',
    expired: 'not carried out: nobody was there to do it. Nothing has changed',
    begun: 'is being carried out; load this page again',
    done: 'done',
    refused: 'refused',
    'broken-off': 'broken off in the middle; the record says what has changed',
  },
  record: 'Record',
  when: 'When (UTC)',
  what: 'What',
  who: 'Who, from where',
  keys: 'Who may release what',
  holders: 'Keys',
  siteKey: 'the site’s key alone',
  key: (id: string, by: string, since: string) => `key ${id}, trusted by ${by} since ${since}`,
  mayClaim: 'May claim',
  revoked: (id: string, by: string, at: string) => `Revoked: key ${id}, by ${by} at ${at}`,
}

export type ControlMessages = typeof control
