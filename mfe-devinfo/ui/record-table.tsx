import type { ReactNode } from 'react'
import styles from './version.module.css'

interface RecordTableProps {
  /** Id of the element that labels the table. */
  readonly labelledBy: string
  readonly headings: readonly string[]
  /** The key of a row is its first cell. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** Minimum width: for many columns, for some, or for few, which need no scrolling on phones. */
  readonly width?: 'scroll' | 'record' | 'narrow'
}

/** A table that scrolls horizontally where it is too wide. */
export function RecordTable({ labelledBy, headings, rows, width = 'record' }: RecordTableProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div className={styles[width]} role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              {cells.map((cell, index) => (
                <td key={headings[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
