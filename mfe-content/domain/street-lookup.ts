import type { Card } from '@tessera/shared/content'

/** A street, for display. */
export interface Street {
  /** Id of its entry. */
  readonly id: string
  readonly name: string
  readonly area?: string
}

/** Result of a street look-up. */
export interface StreetLookup<Found> {
  /** The visitor's input. */
  readonly asked: string
  /** The only street that was found, with the requested data. */
  readonly street?: Street & Found
  /** The streets to choose from, where several were found. */
  readonly choices: readonly Street[]
  /** Whether more streets were found than `choices` has. */
  readonly hasMore?: boolean
  /** Whether the search failed. */
  readonly hasFailed?: boolean
}

/** Result of a look-up of the councillors for a street. */
export type CouncillorLookup = StreetLookup<{
  readonly ward: string
  readonly councillors: readonly Card[]
}>

/** The name of a street with its area. */
export const streetName = ({ name, area }: Street): string => (area ? `${name}, ${area}` : name)
