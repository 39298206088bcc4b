import type { Catalogues } from '@tessera/contract/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type ExampleMessages } from './en-GB.ts'

export type { ExampleMessages } from './en-GB.ts'

/** The words of this remote by language, for the server; a browser gets that of its page alone. */
export const catalogues: Catalogues<ExampleMessages> = { 'en-GB': enGB, cy }
