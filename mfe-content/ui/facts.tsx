import { telephoneAddress } from '@tessera/shared/content'
import { Link } from '@tessera/shared/ui'
import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** One fact: name and value; facts without a value are left out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Short facts about the page's subject. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '')
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Text lines one below the other, e.g. of an address. */
export const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <span key={line} className={styles.line}>
        <bdi>{line}</bdi>
      </span>
    ))}
  </>
)

/** Coordinates as text, for use in any map. */
export const position = (location: { readonly lat: number; readonly lon: number } | undefined): ReactNode =>
  location && <bdi dir="ltr">{`${location.lat.toFixed(5)}, ${location.lon.toFixed(5)}`}</bdi>

/** A telephone number as a `tel:` link. */
export const Phone = ({ number }: { readonly number: string }) => (
  <Link href={telephoneAddress(number)}>{number}</Link>
)

/** An email address as a link; it may wrap before its at sign. */
export function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <Link href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Link>
  )
}
