import { useId } from 'react'
import { telephoneParts } from '../../domain/link-telephones.ts'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** A table that scrolls horizontally, also by keyboard, where the screen is too narrow for it. */
export function TableBlock({ block, messages }: BlockProps<'table'>) {
  const captionId = useId()
  const name = block.caption ? { 'aria-labelledby': captionId } : { 'aria-label': messages.table }
  return (
    // A scrollable region must be focusable (WCAG 2.1.1); not every browser makes it so by itself.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} role="region" tabIndex={0} {...name}>
      <table>
        {block.caption && <caption id={captionId}>{block.caption}</caption>}
        {block.headers.length > 0 && (
          <thead>
            <tr>
              {block.headers.map((header, index) => (
                <th key={index} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {block.rows.map((row, index) => (
            <Row key={index} cells={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A table row; its first cell is the row header. */
const Row = ({ cells: [first, ...others] }: { readonly cells: readonly string[] }) => (
  <tr>
    <th scope="row">{first}</th>
    {others.map((cell, index) => (
      <td key={index}>
        {telephoneParts(cell).map(({ text, href }, at) =>
          href ? (
            <a key={at} href={href}>
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </td>
    ))}
  </tr>
)
