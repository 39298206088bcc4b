import type { ReactNode } from 'react'
import styles from './version.module.css'

interface RecordTableProps {
  /** Id of what says what it shows. */
  readonly labelledBy: string
  readonly headings: readonly string[]
  /** Their first cell is the key. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** Room for many columns, for some, or for few, which need not scroll on a phone. */
  readonly width?: 'scroll' | 'record' | 'narrow'
}

/** A table that scrolls by itself where it is too wide. */
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
