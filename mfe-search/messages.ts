/** Words of the search page. */
export interface SearchMessages {
  readonly title: string
  readonly titleFor: (term: string) => string
  readonly label: string
  readonly hint: string
  readonly search: string
  /** How many results, and which of them are shown. */
  readonly count: (total: number, first: number, last: number) => string
  readonly noResults: (term: string) => string
  readonly noResultsHelp: readonly string[]
  readonly failed: string
  readonly failedHelp: string
  readonly pastTheEnd: string
  readonly firstPage: string
  readonly pagination: string
  readonly previous: string
  readonly next: string
  readonly page: (page: number) => string
  readonly results: string
}

const en: SearchMessages = {
  title: 'Search',
  titleFor: (term) => `Search results for “${term}”`,
  label: 'Search this site',
  hint: 'For example: bin collection, council tax or “planning permission”. Put words in quotes to find them together.',
  search: 'Search',
  count: (total, first, last) =>
    total === 1 ? '1 result' : `${total.toLocaleString('en-GB')} results, showing ${first} to ${last}`,
  noResults: (term) => `Nothing was found for “${term}”`,
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
  page: (page) => `Page ${page}`,
  results: 'Results',
}

const cy: SearchMessages = {
  title: 'Chwilio',
  titleFor: (term) => `Canlyniadau chwilio am “${term}”`,
  label: 'Chwilio’r wefan hon',
  hint: 'Er enghraifft: casglu biniau, treth y cyngor neu “caniatâd cynllunio”. Rhowch eiriau mewn dyfynodau i’w canfod gyda’i gilydd.',
  search: 'Chwilio',
  count: (total, first, last) =>
    total === 1
      ? '1 canlyniad'
      : `${total.toLocaleString('en-GB')} o ganlyniadau, yn dangos ${first} i ${last}`,
  noResults: (term) => `Ni chafwyd hyd i ddim ar gyfer “${term}”`,
  noResultsHelp: [
    'Gwiriwch y sillafu.',
    'Rhowch gynnig ar lai o eiriau, neu rai mwy cyffredinol.',
    'Dechreuwch o adran yn y ddewislen.',
  ],
  failed: 'Nid oedd modd chwilio',
  failedHelp:
    'Nid oedd modd chwilio ar hyn o bryd. Mae eich geiriau yn y blwch o hyd: rhowch gynnig arall arni ymhen eiliad.',
  pastTheEnd: 'Nid oes tudalen o ganlyniadau o’r fath.',
  firstPage: 'Mynd i’r dudalen gyntaf o ganlyniadau',
  pagination: 'Tudalennau o ganlyniadau',
  previous: 'Blaenorol',
  next: 'Nesaf',
  page: (page) => `Tudalen ${page}`,
  results: 'Canlyniadau',
}

/** The words in a language; English where there is no translation. */
export const messages = (language: string): SearchMessages =>
  language === 'cy' || language.startsWith('cy-') ? cy : en
