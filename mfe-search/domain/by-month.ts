import type { RunningDates } from '@tessera/shared/content'
import { formatMonth, type DateFormats } from '@tessera/shared/messages'
import type { ResultCard } from './search-state.ts'

/** Results of one month, and which of all results the first of them is, from 0. */
interface MonthOfResults {
  readonly month: string
  readonly first: number
  readonly cards: readonly ResultCard[]
}

/**
 * Results in the order in which they can be gone to, by month: what goes on without a break under a heading of its own, what is held again and
 * again at its next date, what has no dates at the end, under no heading.
 */
export function byMonth(
  results: readonly ResultCard[],
  words: { readonly dates: DateFormats; readonly onNow: string },
): readonly MonthOfResults[] {
  const monthOf = ({ dates }: ResultCard): string =>
    dates ? (isContinuous(dates) ? words.onNow : formatMonth(dates.next ?? dates.from, words.dates)) : ''
  return results
    .toSorted((one, other) => nextOf(one) - nextOf(other))
    .reduce<readonly MonthOfResults[]>((months, card, index) => {
      const last = months.at(-1)
      const month = monthOf(card)
      return last?.month === month
        ? [...months.slice(0, -1), { ...last, cards: [...last.cards, card] }]
        : [...months, { month, first: index, cards: [card] }]
    }, [])
}

const isContinuous = ({ isOn, next }: RunningDates): boolean => isOn === true && next === undefined

/** When something begins, or is held next, in milliseconds since 1970: 0 where it goes on without a break, the last of all where it has no dates. */
function nextOf({ dates }: ResultCard): number {
  if (!dates) return Number.MAX_SAFE_INTEGER
  return isContinuous(dates) ? 0 : Date.parse(dates.next ?? dates.from)
}
