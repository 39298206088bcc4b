import { createHash } from 'node:crypto'
import { raceDeadline } from '@tessera/shared/io'
import { dayOf } from '@tessera/shared/messages'
import { pageError } from '../../errors.ts'
import type { PageAlerts, SiteAlerts } from '../../page/page.ts'
import { ALERT_SCRIPT, renderAlerts } from './alert-banner.ts'
import { keysOfAlerts, readAlerts, type AlertsNow } from './read-alerts.ts'

/** Page size of the search for alerts that end today or later, or never. */
const MAX_ENTRIES = 20
/** Hash of the alerts' inline script, for the content security policy of pages. */
const SCRIPT_HASH = `'sha256-${createHash('sha256').update(ALERT_SCRIPT).digest('base64')}'`

interface Options {
  /** Content type of alerts. */
  readonly contentType: string
  /** Deadline for reading the alerts; a page whose alerts take longer is sent without them. */
  readonly deadlineMs: number
  /** In milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The alerts of a site: entries of one content type, shown above every page while they are valid. They are fetched in parallel with the
 * page's own data. The query is the same all day, so one cached answer serves all pages. Source: docs/decisions/0060.
 */
export function createAlerts({ contentType, deadlineMs, now = Date.now }: Options): PageAlerts {
  /** The last published alerts that were read, by language: for pages that cannot query the platform. */
  const known = new Map<string, (moment: number) => AlertsNow>()
  const toAlerts = ({ alerts, validUntil }: AlertsNow): SiteAlerts => ({
    key: keysOfAlerts(alerts),
    validUntil,
    render: (messages) => renderAlerts(alerts, messages),
  })
  return {
    scriptHashes: [SCRIPT_HASH],
    async load({ client, versionStatus }, language) {
      const { items } = await raceDeadline(
        deadlineMs,
        client.search({
          where: [
            { field: 'sys.contentTypeId', equalTo: contentType },
            { field: 'sys.language', equalTo: language },
            {
              or: [
                { field: 'until', exists: false },
                { field: 'until', greaterThanOrEqualTo: `${dayOf(now())}T00:00:00Z` },
              ],
            },
          ],
          orderBy: ['-from'],
          pageSize: MAX_ENTRIES,
          fields: [
            'title',
            'entryTitle',
            'level',
            'text',
            'link',
            'linkText',
            'from',
            'until',
            'sys.uri',
            'sys.version',
          ],
          fieldLinkDepths: { link: 1 },
        }),
        () => {
          throw pageError('page/deadline', { details: { what: 'alerts', deadlineMs } })
        },
      )
      const read = (moment: number) => readAlerts(items, moment)
      if (versionStatus === 'published') known.set(language, read)
      return toAlerts(read(now()))
    },
    lastKnown: (language) => {
      const read = known.get(language)
      return read ? toAlerts(read(now())) : null
    },
  }
}
