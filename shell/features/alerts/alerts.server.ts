import { createHash } from 'node:crypto'
import { raceDeadline } from '@tessera/shared/io'
import { dayOf } from '@tessera/shared/messages'
import { pageError } from '../../errors.ts'
import type { PageAlerts, SiteAlerts } from '../../page/page.ts'
import { ALERT_SCRIPT, renderAlerts } from './alert-banner.ts'
import { keysOfAlerts, readAlerts, type AlertsNow } from './read-alerts.ts'

/** Alerts that are read: those of today and of the time to come. */
const MOST_ENTRIES = 20
/** For the policy of pages: the hash of the one script that alerts bring. */
const SCRIPT_HASH = `'sha256-${createHash('sha256').update(ALERT_SCRIPT).digest('base64')}'`

interface Options {
  /** Content type of alerts. */
  readonly contentType: string
  /** A page does without alerts that take longer. */
  readonly deadlineMs: number
  /** In milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The alerts of a site: entries of one content type, above every page as long as they hold. They are asked for beside the page's
 * own data, by the same words all day, so that the platform's answer is kept for all pages. Source: docs/decisions/0060.
 */
export function createAlerts({ contentType, deadlineMs, now = Date.now }: Options): PageAlerts {
  /** The last that were read, by language: for pages that cannot ask. */
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
          pageSize: MOST_ENTRIES,
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
