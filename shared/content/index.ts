export { chooseLanguage, inLanguage } from './choose-language.ts'
export { DEFAULT_LANGUAGE } from './default-language.ts'
export { readWord } from './field-words.ts'
export type { FieldWords } from './field-words.ts'
export { isComposer, isEntry, isEntryLink, isImageField, isImageLink, isObject } from './entry.ts'
export type { ComposerItem, Entry, EntrySys, ImageField } from './entry.ts'
export type { ContentType, Node, PagedList, TaxonomyNode } from './node.ts'
export { entryLimits, hasLimits } from './entry.ts'
export type { EntryLimits } from './entry.ts'
export { splitKeys } from './entry.ts'
export { DEFAULT_VERSION_STATUS, readVersionStatus } from './version-status.ts'
export type { VersionStatus } from './version-status.ts'
export { languagePrefix, sitePath } from './site-path.ts'
export { telephoneAddress } from './telephone-address.ts'
export { foreignLanguage, isResolved, readCard, readDateRange, readLink } from './card.ts'
export type { Card, CardFields, DateRange, RunningDates } from './card.ts'
export {
  readDate,
  readLocation,
  readObject,
  readSize,
  readText,
  readTexts,
  readTopic,
  summaryOf,
  titleOf,
} from './read-field.ts'
export type { Degrees } from './read-field.ts'
export { IMAGE_ASSET_FIELDS, readImage } from './read-image.ts'
export type { ImageModel } from './read-image.ts'
