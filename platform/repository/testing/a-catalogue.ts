import type { Catalogue } from '../catalogue.ts'
import { createVocabulary } from '../fuzzy.ts'
import type { Scope } from '../scopes.ts'

/** A public scope of published and latest entries. */
export const aScope = (own: Partial<Scope> = {}): Scope => ({
  id: 1,
  projectId: 'website',
  contentTypeId: 'article',
  language: 'en-GB',
  status: 3,
  access: null,
  dataFormat: 'entry',
  workflowId: 'contensisEntryBasic',
  docs: 10_000,
  ...own,
})

/** The catalogue of a database without content, whose fields are all plain text. */
export const aCatalogue = (own: Partial<Catalogue> = {}): Catalogue => ({
  run: { all: () => [], get: () => undefined },
  fieldIds: new Map(),
  textFields: [],
  longFields: new Set(),
  kindsOf: () => ['text'],
  singleKindOf: () => null,
  namedTextOf: () => null,
  linkedPathOf: () => null,
  linkedScopes: [],
  hops: 0,
  vocabulary: () => createVocabulary([]),
  isCommon: () => false,
  isProse: () => true,
  tick: () => undefined,
  shortenLimit: () => undefined,
  now: 0,
  ...own,
})
