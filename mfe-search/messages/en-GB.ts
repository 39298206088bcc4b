import { englishDateFormats, plainFormatsOf } from '@tessera/shared/messages'

const { plural, number } = plainFormatsOf('en-GB')

/** English messages of the search page: what every other language has to say, too. */
export const messages = {
  /** The language whose rules say which words are forms of one. */
  language: 'en-GB',
  title: 'Search',
  /** `facet` is empty for the one that is shown first. */
  titleFor: (term: string, facet: string) => `Search results for “${term}”${facet && `: ${facet}`}`,
  /** Of a facet without a term. */
  titleOf: (facet: string) => `Search: ${facet}`,
  /** Of a later page of results. */
  titleOfPage: (title: string, page: number, pages: number) =>
    `${title} (page ${number(page)} of ${number(pages)})`,
  label: 'Search this site',
  hint: 'For example: bin collection, council tax or “planning permission”. Put words in quotes to find them together.',
  search: 'Search',
  /** How many results, and which of them are shown. */
  count: (total: number, first: number, last: number) =>
    plural(total, { one: '1 result', other: `${number(total)} results, showing ${first} to ${last}` }),
  number,
  dates: englishDateFormats(),
  /** Between the two ends of a range of dates. */
  to: 'to',
  /** Over results that have begun. */
  onNow: 'On now',
  nowUntil: 'Runs until',
  nextDate: 'Next:',
  now: 'Now',
  featured: 'Recommended',
  /** Before the words that the results were found for, where the visitor's look misspelt. */
  corrected: (term: string, words: number) =>
    plural(words, {
      one: `Your word “${term}” may be misspelt. These are the results for:`,
      other: `Your words “${term}” may be misspelt. These are the results for:`,
    }),
  searchInstead: (term: string) => `Search instead for “${term}”`,
  loose: (words: number) =>
    plural(words, {
      one: 'No page has your word. These have similar ones.',
      other: 'No page has all of your words. These have some of them, or similar ones.',
    }),
  noResults: (term: string) => `Nothing was found for “${term}”`,
  noResultsWithoutTerm: 'Nothing was found',
  /** Before the words that were probably meant, where nothing was found. */
  didYouMean: 'Did you mean:',
  noResultsHelp: [
    'Check the spelling.',
    'Try fewer words, or more general ones.',
    'Start from a section in the menu.',
  ],
  dropFilter: (filter: string) => `Search without ${filter}`,
  otherTabs: 'Found elsewhere',
  contact: 'Ask us',
  failed: 'The search did not work',
  failedHelp: 'We could not search just now. Your words are still in the box: please try again in a moment.',
  failedListHelp: 'We could not load this list just now. Please try again in a moment.',
  retry: 'Try again',
  /** Over the results that were there before a search that failed. */
  resultsBefore: 'Results of your previous search',
  pastTheEnd: 'There is no such page of results.',
  firstPage: 'Go to the first page of results',
  pagination: 'Pages of results',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  loadMore: 'Show more results',
  loadEarlier: 'Show earlier results',
  seeAll: 'See all',
  nothingListed: 'There is nothing to show here at the moment.',
  results: 'Results',
  tabs: 'Kinds of results',
  /** What is searched within a tab. */
  facets: 'Results from',
  filters: 'Filters',
  filtersFor: (count: number) =>
    plural(count, { one: 'Filters (1 selected)', other: `Filters (${number(count)} selected)` }),
  /** Closes the filters on a narrow screen. */
  showResults: (total: number) =>
    plural(total, { one: 'Show 1 result', other: `Show ${number(total)} results` }),
  selected: 'Selected filters',
  /** Of an item of a filter. */
  isSelected: 'selected',
  /** Name of the link that takes a filter back; what is shown is its end. */
  remove: (filter: string) => `Remove ${filter}:`,
  clearAll: 'Clear all filters',
  clear: 'Clear',
  showAll: (count: number) => `Show all ${number(count)}`,
  /** Label of the field that finds items of a long filter by a part of their names. */
  findItem: (filter: string) => `Find in ${filter}`,
  foundItems: (count: number) => plural(count, { one: '1 found', other: `${number(count)} found` }),
  foundNone: 'None has that in its name',
  /** Of a filter with too many items to show. */
  cut: (count: number) => `${number(count)} are listed. There are more.`,
  find: 'Find',
  wholeList: 'Show the list from its beginning',
  all: 'All',
  apply: 'Apply',
  filterFailed: 'This filter could not be loaded.',
  rangeStart: 'From',
  rangeEnd: 'To',
  /** A range as it is selected; one end may be open. */
  range: (from: string, to: string) => `${from} to ${to}`,
  rangeFrom: (from: string) => `from ${from}`,
  rangeTo: (to: string) => `up to ${to}`,
  near: 'Near me',
  nearHelp:
    'Your browser asks you first. Your position, rounded to about 100 metres, becomes part of the address of the results: it is in your browser’s history then, and in the link if you share it. We use it for nothing else.',
  nearWaiting: 'Asking your browser where you are …',
  nearRefused:
    'Your browser did not tell us where you are. You can allow it in its settings, or write a place.',
  nearUnavailable: 'Your browser does not know where you are just now. You can write a place.',
  nearSlow: 'Your browser did not find out where you are in 10 seconds. Try again, or write a place.',
  place: 'Postcode or place',
  placeUnknown: (place: string) =>
    `We do not know “${place}”. Try a postcode of the borough, or the name of a place in it.`,
  /** Beside results where a place is not known. */
  anyPlace: (place: string) => `We do not know “${place}”, so these results are not limited by distance.`,
  distance: 'Within',
  length: (value: number, unit: 'mi' | 'km') =>
    unit === 'km' ? `${number(value)} km` : plural(value, { one: '1 mile', other: `${number(value)} miles` }),
  /** How far a result is from the place that was chosen. */
  away: (length: string) => `${length} away`,
  /** Without a place: of the visitor. */
  within: (length: string, place = 'you') => `within ${length} of ${place}`,
  plan: 'Where these places are. North is up. A number in a circle is that of the list; one in a square is how many places stand there.',
  planLabel: 'Plan of the places',
  planFrom: 'Where you are',
  sortBy: 'Sort by',
  pageSize: 'Results on a page',
  suggestions: (count: number) =>
    plural(count, {
      one: '1 suggestion. Use the arrow keys to go to it.',
      other: `${number(count)} suggestions. Use the arrow keys to go to them.`,
    }),
  suggestionsLabel: 'Suggestions',
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
}

export type SearchMessages = Readonly<typeof messages>
