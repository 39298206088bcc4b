export { chooseCatalogue, chooseLanguage } from './choose-catalogue.ts'
export type { Catalogues } from './choose-catalogue.ts'
export { formatsOf } from './formats-of.ts'
export type { Formats, PluralForms } from './formats-of.ts'
