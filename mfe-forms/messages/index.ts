import type { Catalogues } from '@tessera/shared/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type FormsMessages } from './en-GB.ts'

export type { FormsMessages } from './en-GB.ts'

/** The messages of this remote by language, for the server; a browser gets that of its page alone. */
export const catalogues: Catalogues<FormsMessages> = { 'en-GB': enGB, cy }
