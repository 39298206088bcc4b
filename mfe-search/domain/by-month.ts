import { formatMonth, type DateFormats } from '@tessera/shared/messages'
import type { ResultCard } from './search-state.ts'

/** Results of one month, and which of all results the first of them is, from 0. */
interface MonthOfResults {
  readonly month: string
  readonly first: number
  readonly cards: readonly ResultCard[]
}

/**
 * Results in the order of their dates, by month: what has begun under a heading of its own, in the order in which it can be gone
 * to next, what has no dates under none.
 */
export function byMonth(
  results: readonly ResultCard[],
  words: { readonly dates: DateFormats; readonly onNow: string },
): readonly MonthOfResults[] {
  const monthOf = ({ dates }: ResultCard): string =>
    dates ? (dates.isOn ? words.onNow : formatMonth(dates.from, words.dates)) : ''
  return results
    .reduce<readonly MonthOfResults[]>((months, card, index) => {
      const last = months.at(-1)
      const month = monthOf(card)
      return last?.month === month
        ? [...months.slice(0, -1), { ...last, cards: [...last.cards, card] }]
        : [...months, { month, first: index, cards: [card] }]
    }, [])
    .map((month) => ({ ...month, cards: month.cards.toSorted((one, other) => nextOf(one) - nextOf(other)) }))
}

/** When something that has begun goes on, in milliseconds since 1970: 0 where it goes on without a break, and for all else. */
const nextOf = ({ dates }: ResultCard): number => (dates?.next ? Date.parse(dates.next) : 0)
