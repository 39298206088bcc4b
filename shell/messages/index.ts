import { chooseCatalogue, chooseLanguage, type Catalogues } from '@tessera/shared/messages'
import { messages as cy } from './cy.ts'
import { messages as enGB, type ShellMessages } from './en-GB.ts'

export type { ShellMessages } from './en-GB.ts'

const CATALOGUES: Catalogues<ShellMessages> = { 'en-GB': enGB, cy }

/** The messages of a page in a language, on a site with this primary language. */
export const messagesFor = (language: string, primary: string): ShellMessages =>
  chooseCatalogue(CATALOGUES, language, primary)

/** The language of the shell's messages, for the page's state: set only when it differs from the page's. */
export function otherCatalogue(language: string, primary: string): { readonly catalogue?: string } {
  const catalogue = chooseLanguage(Object.keys(CATALOGUES), language, primary)
  return catalogue === language ? {} : { catalogue }
}

/** The name of a language in that language, e.g. "Cymraeg" for `cy`; the code when the name is unknown. */
export function languageName(language: string): string {
  const base = language.split('-')[0]
  const known = Object.keys(CATALOGUES).find((code) => code.split('-')[0] === base)
  return (known && CATALOGUES[known]?.languageName) ?? displayName(language)
}

function displayName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
  } catch {
    return language // content may contain an invalid language code
  }
}
