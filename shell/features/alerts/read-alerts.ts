import { readDate, readLink, readText, titleOf, type Entry } from '@tessera/shared/content'

/** The severities of alerts, the lowest first. */
export const ALERT_LEVELS = ['info', 'warning', 'severe'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

/** An alert as pages show it. */
export interface Alert {
  /** Entry id and version, without spaces. Browsers store the keys of dismissed alerts. */
  readonly key: string
  readonly level: AlertLevel
  readonly title: string
  readonly text: string | null
  readonly link: { readonly label: string; readonly path: string } | null
  /** When the alert expires, in milliseconds since 1970; Infinity without an end date. */
  readonly until: number
}

/** The alerts that are valid at one point in time. */
export interface AlertsNow {
  /** The most severe first. */
  readonly alerts: readonly Alert[]
  /** When the next of them begins or ends, in milliseconds since 1970; Infinity where none does. */
  readonly validUntil: number
}

/** More alerts than this would push the page's own content off the screen. */
const MAX_ALERTS = 3

/** The alerts among entries that have begun and have not expired at `now`, in milliseconds since 1970. */
export function readAlerts(entries: readonly Entry[], now: number): AlertsNow {
  const all = entries.flatMap(readAlert)
  const alerts = all
    .filter(({ from, alert }) => from <= now && now < alert.until)
    .toSorted(
      (one, other) =>
        ALERT_LEVELS.indexOf(other.alert.level) - ALERT_LEVELS.indexOf(one.alert.level) ||
        other.from - one.from,
    )
    .slice(0, MAX_ALERTS)
    .map(({ alert }) => alert)
  const changes = all.flatMap(({ from, alert }) => [from, alert.until]).filter((moment) => moment > now)
  return { alerts, validUntil: Math.min(Infinity, ...changes) }
}

/** The keys of alerts, separated by spaces, in the order in which the page shows them. */
export const keysOfAlerts = (alerts: readonly Alert[]): string => alerts.map(({ key }) => key).join(' ')

/** The alert of an entry; none without a title. An alert without dates is valid as long as it is published. */
function readAlert(entry: Entry): readonly { readonly from: number; readonly alert: Alert }[] {
  const title = titleOf(entry)
  if (!title) return []
  const level = ALERT_LEVELS.find((one) => one === readText(entry['level'])) ?? 'info'
  const alert: Alert = {
    key: `${entry.sys.id}@${readText(entry.sys.version?.['versionNo']) ?? ''}`.replace(/[^\w.@-]/g, ''),
    level,
    title,
    text: readText(entry['text']) ?? null,
    link: readLink(entry['link'], entry['linkText']) ?? null,
    until: momentOf(entry['until'], Infinity),
  }
  return [{ from: momentOf(entry['from'], -Infinity), alert }]
}

const momentOf = (value: unknown, otherwise: number): number => {
  const date = readDate(value)
  return date === undefined ? otherwise : Date.parse(date)
}
