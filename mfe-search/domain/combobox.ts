import type { SearchState, Suggestion } from './search-state.ts'
import { MIN_TYPED } from './typed-term.ts'

/** The suggestions for the text in the search box; none if they were loaded for another text. */
export function currentSuggestions(
  { suggestions }: Pick<SearchState, 'suggestions'>,
  typed: string,
): readonly Suggestion[] {
  const isCurrent = suggestions !== undefined && typed.trim().length >= MIN_TYPED
  return isCurrent && typed.trim().startsWith(suggestions.term.slice(0, MIN_TYPED)) ? suggestions.items : []
}

/**
 * Index of the option that a key moves to; null for keys that move nothing. Past either end comes the input itself (-1), then the other
 * end.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1
  if (key === 'ArrowUp') return active === -1 ? count - 1 : active - 1
  // Without an active option, Home and End move the cursor in the text.
  if (active === -1) return null
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Whether a key moves the cursor in the text: then no option is active, so that screen readers read the text, and Enter sends it. */
export const movesCaret = (key: string): boolean => key === 'ArrowLeft' || key === 'ArrowRight'
