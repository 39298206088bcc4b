import type { JsonObject } from '@tessera/shared/contract'

/** Who is behind a site, as its owner says. */
export interface OrganisationFacts {
  readonly name: string
  /** Path of the home page in the page's language. */
  readonly homePath: string
  readonly contact?: {
    readonly telephone?: string | undefined
    readonly email?: string | undefined
    readonly address?: readonly string[] | undefined
  }
}

/** The people behind the site, for search engines: on its home page only. */
export const organisation = ({ name, homePath, contact = {} }: OrganisationFacts): JsonObject => ({
  '@type': 'Organization',
  '@id': `${homePath}#organization`,
  name,
  url: homePath,
  ...(contact.telephone ? { telephone: contact.telephone } : {}),
  ...(contact.email ? { email: contact.email } : {}),
  ...(contact.address?.length ? { address: contact.address.join(', ') } : {}),
})
