import type { Catalogues } from '@tessera/shared/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type ContentMessages } from './en-GB.ts'

export type { ContentMessages } from './en-GB.ts'

/** The messages of this remote by language, for the server; browsers load only the catalogue of their page. */
export const catalogues: Catalogues<ContentMessages> = { 'en-GB': enGB, cy }
