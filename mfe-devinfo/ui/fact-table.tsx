import type { VersionRow, VersionSection } from '../domain/version-info.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface FactTableProps {
  readonly sections: readonly VersionSection[]
  readonly messages: VersionMessages
}

/** A table of facts, by section. */
export function FactTable({ sections, messages }: FactTableProps) {
  return (
    <table>
      <caption className="visually-hidden">{messages.caption}</caption>
      {sections.map((section) => [
        <Rows key={section.title} {...section} className={styles['section']} messages={messages} />,
        section.groups?.map((group) => (
          <Rows key={group.title} {...group} className={styles['group']} messages={messages} />
        )),
      ])}
    </table>
  )
}

function Rows({
  title,
  rows,
  className,
  messages,
}: Pick<VersionSection, 'title' | 'rows'> &
  Pick<FactTableProps, 'messages'> & { readonly className: string | undefined }) {
  return (
    <tbody>
      <tr>
        <th className={className} scope="rowgroup" colSpan={2}>
          {title}
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.label}>
          <th scope="row">{row.label}</th>
          <td>
            <Value row={row} messages={messages} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** A value with its status as colour, sign and word, so that the meaning does not depend on colour. */
function Value({
  row: { value, href, status },
  messages,
}: {
  readonly row: VersionRow
  readonly messages: VersionMessages
}) {
  if (href) {
    return (
      <a href={href} rel="noreferrer">
        {value}
      </a>
    )
  }
  if (!status) return <code>{value}</code>
  return (
    <span className={styles[status]}>
      <span aria-hidden="true">{status === 'good' ? '✓' : '✗'}</span> <code>{value}</code>{' '}
      <small>({messages[status]})</small>
    </span>
  )
}
