import type { Catalogues } from '@tessera/shared/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type VersionMessages } from './en-GB.ts'

export type { VersionMessages } from './en-GB.ts'

/** The messages of this remote by language, for the server; browsers load only the catalogue of their page. */
export const catalogues: Catalogues<VersionMessages> = { 'en-GB': enGB, cy }
