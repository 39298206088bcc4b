import { Link } from '@tessera/shared/ui'
import { findingsOf, type QualityFinding, type QualityReport } from '../domain/quality-report.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './quality.module.css'

type Words = VersionMessages['quality']

/** What an author should look at before a page is published: closed until it is opened, by the browser's own element. */
export function QualityPanel({ report, words }: { readonly report: QualityReport; readonly words: Words }) {
  const [errors, warnings] = [findingsOf(report, 'error'), findingsOf(report, 'warning')]
  const isGood = errors.length + warnings.length === 0
  const asked = report.useful ? report.useful.yes + report.useful.no : 0
  const counts = [words.errors(errors.length), words.warnings(warnings.length)] as const
  return (
    <aside className={styles['panel']} aria-label={words.title}>
      <details className="wrap">
        <summary>
          <strong>{words.title}</strong>: {isGood ? words.nothing : counts.join(', ')}
          {report.useful && asked > 0 && <> · {words.useful(report.useful.yes, asked)}</>}
        </summary>
        <Group id="quality-errors" heading={counts[0]} findings={errors} words={words} />
        <Group id="quality-warnings" heading={counts[1]} findings={warnings} words={words} />
        {report.useful && (
          <p>{asked > 0 ? words.answers(report.useful.yes, report.useful.no) : words.noAnswers}</p>
        )}
        <p>{readingText(report, words)}</p>
        {report.unchecked > 0 && <p>{words.unchecked(report.unchecked)}</p>}
        <p>{words.scope}</p>
      </details>
    </aside>
  )
}

function Group({
  id,
  heading,
  findings,
  words,
}: {
  readonly id: string
  readonly heading: string
  readonly findings: readonly QualityFinding[]
  readonly words: Words
}) {
  if (findings.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles[findings[0]?.severity ?? 'warning']}>
      <h2 id={id}>{heading}</h2>
      <ul>
        {findings.map((finding, at) => (
          <li key={at}>
            {textOf(finding, words)} <Where finding={finding} words={words} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The entry to open, and the field in it. */
const Where = ({
  finding: { entry, field },
  words,
}: {
  readonly finding: QualityFinding
  readonly words: Words
}) => (
  <span className={styles['where']}>
    {entry.isPage ? (
      words.inThisEntry
    ) : (
      <>
        {words.inEntry} <Link href={`/preview/${entry.id}/${entry.language}`}>{entry.name}</Link>
      </>
    )}{' '}
    (<code>{entry.id}</code>), {words.field} <code>{field.join(' › ')}</code>
  </span>
)

/** A check of another remote's release that this one does not know yet is named as it is. */
function textOf({ check, facts }: QualityFinding, words: Words): string {
  const text = (name: string) => String(facts[name] ?? '')
  const size = (name: string) => Number(facts[name] ?? 0)
  const texts: Readonly<Record<string, () => string>> = {
    missingAlt: () => words.missingAlt(text('file')),
    headingJump: () => words.headingJump(text('from'), text('to'), text('text')),
    brokenLink: () => words.brokenLink(text('href'), text('text')),
    malformedLink: () => words.malformedLink(text('href'), text('text')),
    missingEntry: () => words.missingEntry,
    entryWithoutPage: () => words.entryWithoutPage(text('title')),
    missingDescription: () => words.missingDescription,
    longTitle: () => words.longTitle(size('length'), size('most')),
    oversizedImage: () => words.oversizedImage(text('file'), size('width'), size('shown')),
    hardToRead: () => words.hardToRead(size('age'), size('most')),
  }
  return Object.hasOwn(texts, check) ? (texts[check]?.() ?? check) : check
}

function readingText({ readingAge }: QualityReport, words: Words): string {
  if (readingAge === null) return words.readingTooShort
  return readingAge === 'not-english' ? words.readingNotEnglish : words.readingAge(readingAge)
}
