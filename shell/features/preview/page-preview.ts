import type { Entry, VersionStatus } from '@tessera/shared/content'
import type { PagePreview } from '@tessera/shared/contract'
import { encodePath } from '../../http/paths.ts'
import type { PreviewedPage } from '../../page/page.ts'
import { languageName, type ShellMessages } from '../../messages/index.ts'

/** Texts and links of the preview bar, in the page's language. */
export function pagePreview(page: PreviewedPage, frameOrigins: readonly string[]): PagePreview {
  const { messages } = page
  const isLatest = page.versionStatus === 'latest'
  return {
    status: statusText(page, messages),
    facts: page.entry ? factsOf(page.entry, page.language, messages) : [],
    other: hasOther(page)
      ? {
          label: isLatest ? messages.showPublished : messages.showLatest,
          path: withStatus(page, isLatest ? 'published' : 'latest'),
        }
      : null,
    exitPath: page.canExit ? (page.publicPath ?? '/') : null,
    entryId: page.entry?.sys.id ?? null,
    frameOrigins,
  }
}

/** Whether there is another version to show. A draft that was never published has none; a published version may always have a draft. */
const hasOther = ({ versionStatus, entry }: PreviewedPage): boolean =>
  versionStatus === 'published' || entry?.sys.isPublished !== false

function statusText({ versionStatus, entry }: PreviewedPage, messages: ShellMessages): string {
  if (entry === null) return messages.previewNoEntry
  if (versionStatus === 'published') return messages.previewPublished
  if (entry.sys.isPublished === false) return messages.previewDraft
  const isChanged = hasChanges(entry.sys)
  if (isChanged === null) return messages.previewLatest
  return isChanged ? messages.previewChanged : messages.previewUnchanged
}

/**
 * Whether the latest version differs from the published one: by its number (1.0 is published, 1.1 is not), else by its workflow,
 * whose states before publication differ between projects. Null where the platform's answer has neither.
 */
function hasChanges({ version, workflow }: Entry['sys']): boolean | null {
  const minor = /^\d+\.(\d+)$/.exec(String(version?.['versionNo']))?.[1]
  if (minor !== undefined) return Number(minor) > 0
  const state = workflow?.['state']
  return typeof state === 'string' ? state !== 'versionComplete' : null
}

function factsOf(
  { sys }: Pick<Entry, 'sys'>,
  language: string,
  messages: ShellMessages,
): PagePreview['facts'] {
  const changed = sys.version?.['modified']
  const text = typeof changed === 'string' ? momentText(changed, language) : null
  return [
    ...(sys.contentTypeId ? [{ label: messages.contentType, value: sys.contentTypeId }] : []),
    ...(sys.language ? [{ label: messages.languages, value: languageName(sys.language) }] : []),
    ...(text ? [{ label: messages.lastChanged, value: text }] : []),
  ]
}

/** Date and time with the time zone, because authors may be in another one; null for a text that is not a date. */
function momentText(iso: string, language: string): string | null {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return null
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/London',
    timeZoneName: 'short',
  }).format(moment)
}

/** The same page in another version. */
function withStatus({ path, search }: PreviewedPage, status: VersionStatus): string {
  const query = new URLSearchParams(search)
  query.set('versionStatus', status)
  return `${encodePath(path)}?${query.toString()}`
}
