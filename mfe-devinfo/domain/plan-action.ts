import type { InspectedControl, InspectedEntry, SiteInspection } from '@tessera/shared/contract'
import { canaryState } from './canary-rows.ts'
import { readTime, type TimeProblem } from './read-time.ts'

/** The release actions, in the order of the page. */
const ACTIONS = ['promote', 'halt', 'schedule', 'unschedule', 'back', 'site', 'freeze', 'unfreeze'] as const
export type ActionName = (typeof ACTIONS)[number]

/** The host's endpoint to which confirmed actions are posted. */
export const ACTION_PATH = '/version/action'

/** The changes of an action, before it is confirmed. */
export interface ActionPlan {
  readonly name: ActionName
  /** Fields that the confirmation form posts. */
  readonly fields: Readonly<Record<string, string>>
  /** For each changed app, the version that visitors get before and after the action. */
  readonly changes: readonly { readonly app: string; readonly now: string; readonly then: string }[]
  /** Canaries and scheduled releases that the action ends. */
  readonly ends: readonly { readonly app: string; readonly version: string }[]
  /** When a release goes live, in UTC; null for other actions. */
  readonly at: string | null
  /** The scheduled release that it replaces. */
  readonly replaces: PlannedRelease | null
  /** Number and time of the record to which the site is rolled back; null for other actions. */
  readonly moment: { readonly number: number; readonly at: string } | null
}

interface PlannedRelease {
  readonly app: string
  readonly version: string
  readonly at: string
}

/** Why there is no action to confirm. */
export type NoPlan = 'gone' | 'unknownMoment' | 'nothing'

/** The candidate versions of an app that may be scheduled: they have passed the release gate. */
export interface Plannable {
  readonly app: string
  readonly versions: readonly string[]
}

/** A refused time for a scheduled release, with the values to show in the form again. */
export interface TimeRefused {
  readonly problem: TimeProblem
  readonly release: string
  readonly at: string
  readonly plannable: readonly Plannable[]
}

export type Planned = ActionPlan | TimeRefused | NoPlan

export const isPlan = (planned: Planned | null): planned is ActionPlan =>
  planned !== null && typeof planned === 'object' && 'fields' in planned

/** The releases that may be scheduled: candidates of apps in the release document; none while releases are frozen. */
export const plannableOf = (
  releases: SiteInspection['releases'],
  { apps, frozen }: Pick<InspectedControl, 'apps' | 'frozen'>,
): readonly Plannable[] =>
  frozen
    ? []
    : releases
        .filter(({ app, candidates }) => candidates.length > 0 && apps.some((one) => one.app === app))
        .map(({ app, candidates }) => ({ app, versions: candidates }))

/** Plans the action in the query of a confirmation page, by the current release document. */
export function planAction(
  query: Readonly<Record<string, string>>,
  control: InspectedControl,
  { releases, takenAt, shells = [] }: Pick<SiteInspection, 'releases' | 'takenAt' | 'shells'>,
): Planned {
  const name = ACTIONS.find((one) => one === query['do'])
  if (!name) return 'gone'
  if (name === 'freeze' || name === 'unfreeze')
    return (name === 'unfreeze') === (control.frozen !== null) ? plan(name, control, {}) : 'gone'
  if (name === 'site') return planSite(query, control)
  if (name === 'schedule')
    return planSchedule(query, control, plannableOf(releases, control), Date.parse(takenAt))
  const [app, version] = (query['release'] ?? '').split('@')
  const entry = control.apps.find((one) => one.app === app)
  if (!entry || !version || !isOffered(name, entry, version)) return 'gone'
  if (name === 'promote' && canaryState(shells, entry.app, version).isHalted) return 'gone'
  const { live } = entry
  const changes = {
    promote: [{ app: entry.app, now: live, then: version }],
    back: [{ app: entry.app, now: live, then: version }],
    halt: [],
    unschedule: [],
  }[name]
  return plan(name, control, { app: entry.app, version }, changes)
}

/** Whether the release document allows an action on a version. */
function isOffered(
  name: 'promote' | 'halt' | 'unschedule' | 'back',
  { canary, scheduled, previous, live }: InspectedEntry,
  version: string,
): boolean {
  if (name === 'back') return previous.includes(version) && version !== live
  return (name === 'unschedule' ? scheduled : canary)?.version === version
}

function planSchedule(
  { release = '', at: typed = '' }: Readonly<Record<string, string>>,
  control: InspectedControl,
  plannable: readonly Plannable[],
  now: number,
): Planned {
  const [app, version = ''] = release.split('@')
  const entry = control.apps.find((one) => one.app === app)
  if (!entry || !plannable.some((one) => one.app === app && one.versions.includes(version))) return 'gone'
  const time = readTime(typed, now)
  if (typeof time === 'string') return { problem: time, release, at: typed, plannable }
  const fields = { app: entry.app, version, at: time.at }
  const planned = plan('schedule', control, fields, [{ app: entry.app, now: entry.live, then: version }])
  const { scheduled } = entry
  return {
    ...planned,
    ends: planned.ends.filter((one) => one.version !== scheduled?.version),
    at: time.at,
    replaces: scheduled && { app: entry.app, version: scheduled.version, at: scheduled.at },
  }
}

function planSite(query: Readonly<Record<string, string>>, control: InspectedControl): ActionPlan | NoPlan {
  const moment = findMoment(query, control)
  if (!moment) return 'unknownMoment'
  const { number, at, live } = moment
  const changes = control.apps.flatMap(({ app, live: now }) => {
    const then = live[app]
    return then === undefined || then === now ? [] : [{ app, now, then }]
  })
  if (changes.length === 0) return 'nothing'
  return { ...plan('site', control, { to: String(number) }, changes), moment: { number, at } }
}

/** The change with the number `to`, or else the newest one up to the time `at` (in UTC unless it has a time zone). */
function findMoment({ to = '', at = '' }: Readonly<Record<string, string>>, { changes }: InspectedControl) {
  if (to !== '') return changes.find(({ number }) => number === Number(to))
  const time = Date.parse(/^[\d-]+T[\d:.]+$/.test(at) ? `${at}Z` : at)
  return Number.isNaN(time) ? undefined : changes.find((change) => Date.parse(change.at) <= time)
}

function plan(
  name: ActionName,
  { number, apps }: InspectedControl,
  fields: Readonly<Record<string, string>>,
  changes: ActionPlan['changes'] = [],
): ActionPlan {
  const ends = apps
    .filter(({ app }) => changes.some((change) => change.app === app))
    .flatMap(({ app, canary, scheduled }) =>
      [canary, scheduled].flatMap((one) => (one ? [{ app, version: one.version }] : [])),
    )
    .filter(({ app, version }) => !changes.some((change) => change.app === app && change.then === version))
  const posted = { do: name, ...fields, basis: String(number) }
  return { name, fields: posted, changes, ends, at: null, replaces: null, moment: null }
}
