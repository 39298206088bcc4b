import { SITE_WORDS } from '@tessera/shared/config'
import { readCard, type Entry } from '@tessera/shared/content'
import type { SearchConfig } from '../config/search-config.ts'
import { typesOf } from './search-conditions.ts'
import { localText, own, type SearchSource } from './search-source.ts'
import type { ResultCard } from './search-state.ts'

/**
 * Results as cards: made by the configured mapper, else by the card configuration of their content type. Entries without a page are left
 * out.
 */
export const readResultCards = (
  config: SearchConfig,
  source: SearchSource,
  entries: readonly Entry[],
  language: string,
): readonly ResultCard[] =>
  source.mappers?.results?.(entries, language) ??
  entries.flatMap((entry) => readResultCard(config, entry, language, hasOneKind(source)) ?? [])

/** If all results are of one type, cards do not name it. */
const hasOneKind = ({ queryParams = {} }: SearchSource): boolean => typesOf(queryParams).included.length === 1

function readResultCard(
  { cards }: SearchConfig,
  entry: Entry,
  language: string,
  isAmongItsKind: boolean,
): ResultCard | undefined {
  const fields = own(cards, entry.sys.contentTypeId ?? '') ?? own(cards, '*') ?? {}
  const card = readCard(entry, { ...fields, words: SITE_WORDS }, language)
  if (!card) return undefined
  const summary = card.summary === undefined ? {} : { summary: shorten(card.summary) }
  const kind = fields.kind === undefined || isAmongItsKind ? {} : { kind: localText(fields.kind, language) }
  return { ...card, ...summary, ...kind }
}

const MAX_SUMMARY = 240

/** Cut at a word, with an ellipsis. */
function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY) return text
  const cut = text.slice(0, MAX_SUMMARY)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SUMMARY / 2))}…`
}
