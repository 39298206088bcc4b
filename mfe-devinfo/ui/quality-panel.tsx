import { Link } from '@tessera/shared/ui'
import { findingsOf, type QualityFinding, type QualityReport } from '../domain/quality-report.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './quality.module.css'

type Messages = VersionMessages['quality']

/** The quality panel: faults that an author should check before publishing, in an initially closed <details>. */
export function QualityPanel({
  report,
  messages,
}: {
  readonly report: QualityReport
  readonly messages: Messages
}) {
  const [errors, warnings] = [findingsOf(report, 'error'), findingsOf(report, 'warning')]
  const isGood = errors.length + warnings.length === 0
  const asked = report.useful ? report.useful.yes + report.useful.no : 0
  const counts = [messages.errors(errors.length), messages.warnings(warnings.length)] as const
  return (
    <aside className={styles['panel']} aria-label={messages.title}>
      <details className="wrap">
        <summary>
          <strong>{messages.title}</strong>: {isGood ? messages.nothing : counts.join(', ')}
          {report.useful && asked > 0 && <> · {messages.useful(report.useful.yes, asked)}</>}
        </summary>
        <Group id="quality-errors" heading={counts[0]} findings={errors} messages={messages} />
        <Group id="quality-warnings" heading={counts[1]} findings={warnings} messages={messages} />
        {report.useful && (
          <p>{asked > 0 ? messages.answers(report.useful.yes, report.useful.no) : messages.noAnswers}</p>
        )}
        <p>{readingText(report, messages)}</p>
        {report.unchecked > 0 && <p>{messages.unchecked(report.unchecked)}</p>}
        <p>{messages.scope}</p>
      </details>
    </aside>
  )
}

function Group({
  id,
  heading,
  findings,
  messages,
}: {
  readonly id: string
  readonly heading: string
  readonly findings: readonly QualityFinding[]
  readonly messages: Messages
}) {
  if (findings.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles[findings[0]?.severity ?? 'warning']}>
      <h2 id={id}>{heading}</h2>
      <ul>
        {findings.map((finding, at) => (
          <li key={at}>
            {textOf(finding, messages)} <Where finding={finding} messages={messages} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The entry to open, and the field in it. */
const Where = ({
  finding: { entry, field },
  messages,
}: {
  readonly finding: QualityFinding
  readonly messages: Messages
}) => (
  <span className={styles['where']}>
    {entry.isPage ? (
      messages.inThisEntry
    ) : (
      <>
        {messages.inEntry} <Link href={`/preview/${entry.id}/${entry.language}`}>{entry.name}</Link>
      </>
    )}{' '}
    (<code>{entry.id}</code>), {messages.field} <code>{field.join(' › ')}</code>
  </span>
)

/** The message of a finding; for an unknown check, e.g. of a newer release of the other remote, the check's name. */
function textOf({ check, facts }: QualityFinding, messages: Messages): string {
  const text = (name: string) => String(facts[name] ?? '')
  const size = (name: string) => Number(facts[name] ?? 0)
  const texts: Readonly<Record<string, () => string>> = {
    missingAlt: () => messages.missingAlt(text('file')),
    headingJump: () => messages.headingJump(text('from'), text('to'), text('text')),
    brokenLink: () => messages.brokenLink(text('href'), text('text')),
    malformedLink: () => messages.malformedLink(text('href'), text('text')),
    missingEntry: () => messages.missingEntry,
    entryWithoutPage: () => messages.entryWithoutPage(text('title')),
    missingDescription: () => messages.missingDescription,
    longTitle: () => messages.longTitle(size('length'), size('most')),
    oversizedImage: () => messages.oversizedImage(text('file'), size('width'), size('shown')),
    hardToRead: () => messages.hardToRead(size('age'), size('most')),
  }
  return Object.hasOwn(texts, check) ? (texts[check]?.() ?? check) : check
}

function readingText({ readingAge }: QualityReport, messages: Messages): string {
  if (readingAge === null) return messages.readingTooShort
  return readingAge === 'not-english' ? messages.readingNotEnglish : messages.readingAge(readingAge)
}
