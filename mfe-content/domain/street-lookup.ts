import type { Card } from '@tessera/shared/content'

/** A street as visitors know it. */
export interface Street {
  /** Of its entry. */
  readonly id: string
  readonly name: string
  readonly area?: string
}

/** What came of looking for a street. */
export interface StreetLookup<Found> {
  /** What the visitor wrote. */
  readonly asked: string
  /** The one that was found, with what was wanted of it. */
  readonly street?: Street & Found
  /** Those to choose among, where several were found. */
  readonly choices: readonly Street[]
  /** There are more than those. */
  readonly hasMore?: boolean
  /** Nobody knows: streets could not be looked for. */
  readonly hasFailed?: boolean
}

/** What came of looking for the councillors of a street. */
export type CouncillorLookup = StreetLookup<{
  readonly ward: string
  readonly councillors: readonly Card[]
}>

/** A street with its part of the borough. */
export const streetName = ({ name, area }: Street): string => (area ? `${name}, ${area}` : name)
