import type { RunningDates } from '@tessera/shared/content'
import { formatMonth, type DateFormats } from '@tessera/shared/messages'
import type { ResultCard } from './search-state.ts'

/** Results of one month. `first` is the index of its first card among all results, from 0. */
interface MonthOfResults {
  readonly month: string
  readonly first: number
  readonly cards: readonly ResultCard[]
}

/**
 * Results in the order in which they can be visited, grouped by month. Results that are on without a break come first, under a heading of
 * their own (`onNow`); repeated ones are listed at their next date; results without dates come last, without a heading.
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

/**
 * Sort key: when a result begins or is held next, in milliseconds since 1970. 0 if it is on without a break; the highest number if it has
 * no dates.
 */
function nextOf({ dates }: ResultCard): number {
  if (!dates) return Number.MAX_SAFE_INTEGER
  return isContinuous(dates) ? 0 : Date.parse(dates.next ?? dates.from)
}
