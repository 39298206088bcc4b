import type { VersionRow, VersionSection } from '../domain/version-info.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface FactTableProps {
  readonly sections: readonly VersionSection[]
  readonly messages: VersionMessages
}

/** Facts by section, each with its name. */
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

/** Colour, sign and word say the same, so that none is needed to understand it. */
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
