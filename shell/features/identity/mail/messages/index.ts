import { chooseCatalogue, type Catalogues } from '@tessera/shared/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type MailMessages } from './en-GB.ts'

export type { MailMessages, MailText } from './en-GB.ts'

const CATALOGUES: Catalogues<MailMessages> = { 'en-GB': enGB, cy }

/** The messages of a page in a language, on a site with this primary language. */
export const messagesFor = (language: string, primary: string): MailMessages =>
  chooseCatalogue(CATALOGUES, language, primary)
