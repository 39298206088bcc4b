import { Link } from '@tessera/shared/ui'
import type { VersionRow, VersionSection } from '../domain/version-info.ts'
import type { VersionMessages } from '../messages.ts'
import styles from './version.module.css'

interface VersionPageProps {
  readonly sections: readonly VersionSection[]
  readonly words: VersionMessages
}

/** A heading that leads home, and a table of what is running. */
export function VersionPage({ sections, words }: VersionPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>
        <Link href="/">{words.title}</Link>
      </h1>
      <table>
        <caption className="visually-hidden">{words.caption}</caption>
        {sections.map((section) => (
          <tbody key={section.title}>
            <tr>
              <th className={styles['section']} scope="rowgroup" colSpan={2}>
                {section.title}
              </th>
            </tr>
            {section.rows.map((row) => (
              <Row key={row.label} row={row} words={words} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row({ row, words }: { readonly row: VersionRow; readonly words: VersionMessages }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td>
        <StatusText row={row} words={words} />
      </td>
    </tr>
  )
}

/** Colour, sign and word say the same, so that none is needed to understand it. */
function StatusText({
  row: { value, status },
  words,
}: {
  readonly row: VersionRow
  readonly words: VersionMessages
}) {
  if (!status) return <code>{value}</code>
  return (
    <span className={styles[status]}>
      <span aria-hidden="true">{status === 'good' ? '✓' : '✗'}</span> <code>{value}</code>{' '}
      <small>({words[status]})</small>
    </span>
  )
}
