import { readDate, readLink, readText, titleOf, type Entry } from '@tessera/shared/content'

/** How much an alert matters, the least first. */
export const ALERT_LEVELS = ['info', 'warning', 'severe'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

/** An alert as pages show it. */
export interface Alert {
  /** Names the alert and its version, without spaces: a browser remembers what its visitor has put away by it. */
  readonly key: string
  readonly level: AlertLevel
  readonly title: string
  readonly text: string | null
  readonly link: { readonly label: string; readonly path: string } | null
  /** When it is over, in milliseconds since 1970; Infinity where nothing says so. */
  readonly until: number
}

/** The alerts of a moment. */
export interface AlertsNow {
  /** Those that matter most first. */
  readonly alerts: readonly Alert[]
  /** When the next of them begins or ends, in milliseconds since 1970; Infinity where none does. */
  readonly validUntil: number
}

/** More than this would push the page itself from the screen. */
const MOST_ALERTS = 3

/** The alerts among entries that have begun and are not over at a moment, in milliseconds since 1970. */
export function readAlerts(entries: readonly Entry[], now: number): AlertsNow {
  const all = entries.flatMap(readAlert)
  const alerts = all
    .filter(({ from, alert }) => from <= now && now < alert.until)
    .toSorted(
      (one, other) =>
        ALERT_LEVELS.indexOf(other.alert.level) - ALERT_LEVELS.indexOf(one.alert.level) ||
        other.from - one.from,
    )
    .slice(0, MOST_ALERTS)
    .map(({ alert }) => alert)
  const changes = all.flatMap(({ from, alert }) => [from, alert.until]).filter((moment) => moment > now)
  return { alerts, validUntil: Math.min(Infinity, ...changes) }
}

/** The names of alerts, in the order in which they stand on the page. */
export const keysOfAlerts = (alerts: readonly Alert[]): string => alerts.map(({ key }) => key).join(' ')

/** An entry without a title says nothing. Without dates it holds as long as it is published. */
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
