import { cy } from './messages.cy.ts'
import { en } from './messages.en.ts'
import type { AccountMessages } from './domain/words.ts'

export type { AccountMessages } from './domain/words.ts'

/** The words in a language; English where there is no translation. */
export const messages = (language: string): AccountMessages =>
  language === 'cy' || language.startsWith('cy-') ? cy : en
