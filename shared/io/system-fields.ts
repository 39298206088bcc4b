import type { EntrySys } from '../content/index.ts'

/** Whether the system fields that pages are made from have their types. Each may be missing. */
export const hasTypedSys = ({ language, contentTypeId, uri, availableLanguages }: EntrySys): boolean =>
  [language, contentTypeId, uri].every(isTextOrMissing) &&
  Array.isArray(availableLanguages ?? []) &&
  (availableLanguages ?? []).every(isTextOrMissing)

const isTextOrMissing = (value: unknown): boolean => typeof (value ?? '') === 'string'
