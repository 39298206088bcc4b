import type { FormsMessages } from './domain/words.ts'
import { welsh } from './messages.cy.ts'
import { english } from './messages.en.ts'

export type { FormsMessages } from './domain/words.ts'

/** The words in a language; English where there is no translation. */
export const messages = (language: string): FormsMessages =>
  language === 'cy' || language.startsWith('cy-') ? welsh : english
