import {
  foreignLanguage,
  isEntry,
  isResolved,
  readCard,
  readLink as readEntryLink,
  type Card,
  type Entry,
} from '@tessera/shared/content'
import { cardFieldsOf } from './card-fields.ts'
import type { EntryRef, LinkModel } from './page-model.ts'

/**
 * A linked entry as a link; undefined unless it is resolved, has a title and a page of its own. `own` is the language of the
 * linking page: a linked entry may be in another language, which the link must then state.
 */
export function readLink(value: unknown, own: string | undefined): LinkModel | undefined {
  const link = readEntryLink(value)
  if (!link || !isResolved(value)) return undefined
  return { title: link.label, href: link.path, ...foreignLanguage(value, own) }
}

/** The links of a list of linked entries, without those that have no page. */
export const readLinks = (value: unknown, own: string | undefined): readonly LinkModel[] =>
  Array.isArray(value) ? value.flatMap((item) => readLink(item, own) ?? []) : []

/** References to the entries that a field links to, resolved or not. */
export const readRefs = (value: unknown): readonly EntryRef[] =>
  Array.isArray(value)
    ? value.filter(isEntry).map(({ sys: { id, language } }) => ({ id, ...(language ? { language } : {}) }))
    : []

/** Entries in the order of their references; missing ones are left out. */
export const inOrderOf = (refs: readonly EntryRef[], entries: readonly Entry[]): readonly Entry[] =>
  refs.flatMap(
    ({ id, language }) =>
      entries.find(({ sys }) => sys.id === id && (language === undefined || sys.language === language)) ?? [],
  )

/** A linked entry as a card; undefined under the same conditions as a link. */
export const readEntryCard = (value: unknown, own: string | undefined): Card | undefined =>
  isResolved(value) ? readCard(value, cardFieldsOf(value), own) : undefined

/** The cards of a list of linked entries. */
export const readEntryCards = (value: unknown, own: string | undefined): readonly Card[] =>
  Array.isArray(value) ? value.flatMap((item) => readEntryCard(item, own) ?? []) : []
