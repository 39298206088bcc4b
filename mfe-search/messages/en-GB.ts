import { formatsOf } from '@tessera/shared/messages'

const { plural, number } = formatsOf('en-GB')

/** English words of the search page: what every other language has to say, too. */
export const messages = {
  title: 'Search',
  titleFor: (term: string) => `Search results for “${term}”`,
  label: 'Search this site',
  hint: 'For example: bin collection, council tax or “planning permission”. Put words in quotes to find them together.',
  search: 'Search',
  /** How many results, and which of them are shown. */
  count: (total: number, first: number, last: number) =>
    plural(total, { one: '1 result', other: `${number(total)} results, showing ${first} to ${last}` }),
  noResults: (term: string) => `Nothing was found for “${term}”`,
  noResultsHelp: [
    'Check the spelling.',
    'Try fewer words, or more general ones.',
    'Start from a section in the menu.',
  ],
  failed: 'The search did not work',
  failedHelp: 'We could not search just now. Your words are still in the box: please try again in a moment.',
  pastTheEnd: 'There is no such page of results.',
  firstPage: 'Go to the first page of results',
  pagination: 'Pages of results',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  results: 'Results',
}

export type SearchMessages = Readonly<typeof messages>
