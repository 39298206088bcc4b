/** One page of each kind that the demonstration site has. */
export interface PageKind {
  readonly kind: string
  readonly path: string
  /** The same page in Welsh; null without one. */
  readonly welsh: string | null
  /** 200 by default. */
  readonly status?: number
  /** Whether the page has a part that is hydrated in the browser. */
  readonly hasForm?: boolean
}

/** A content page without any part that needs a script: the page that the budgets are for. */
export const PLAIN_PAGE = '/services/council-tax/pay'
/** A content page with one form below the fold. */
export const FORM_PAGE = '/contact'
/** A form with three pages, rules between them and an upload. */
export const LONG_FORM_PAGE = '/contact/report-a-problem'

/** Every page type, with its Welsh page where there is one. */
export const PAGE_KINDS: readonly PageKind[] = [
  { kind: 'home', path: '/', welsh: '/cy' },
  { kind: 'landing', path: '/services/bins-and-recycling', welsh: '/cy/gwasanaethau/biniau-ac-ailgylchu' },
  { kind: 'content', path: PLAIN_PAGE, welsh: '/cy/gwasanaethau/treth-y-cyngor/talu' },
  {
    kind: 'news article',
    path: '/news/larrow-bridge-night-closures',
    welsh: '/cy/newyddion/pont-larrow-i-gau-gydar-nos',
  },
  { kind: 'news', path: '/news', welsh: '/cy/newyddion' },
  { kind: 'events', path: '/events', welsh: '/cy/digwyddiadau' },
  {
    kind: 'event',
    path: '/events/lantern-parade-2026',
    welsh: '/cy/digwyddiadau/gorymdaith-lusernau-2026',
  },
  {
    kind: 'venue',
    path: '/libraries-and-leisure/central-library',
    welsh: '/cy/llyfrgelloedd-a-hamdden/llyfrgell-ganolog',
  },
  { kind: 'councillor', path: '/your-council/councillors/marcus-adeyemi', welsh: null },
  {
    kind: 'venues',
    path: '/libraries-and-leisure',
    welsh: '/cy/llyfrgelloedd-a-hamdden',
  },
  { kind: 'venues near a place', path: '/libraries-and-leisure?near=52.4021+-2.9487+2mi', welsh: null },
  { kind: 'news, narrowed', path: '/news?year=2025-01-01--2025-12-31', welsh: null },
  { kind: 'councillors', path: '/your-council/councillors', welsh: null },
  { kind: 'planning application', path: '/planning/applications/2025-0411-out', welsh: null },
  { kind: 'planning applications', path: '/planning/applications', welsh: '/cy/cynllunio/ceisiadau' },
  {
    kind: 'several lists',
    path: '/your-council/what-is-happening',
    welsh: '/cy/eich-cyngor/beth-syn-digwydd',
  },
  { kind: 'documents', path: '/your-council/documents', welsh: '/cy/eich-cyngor/dogfennau' },
  {
    kind: 'document',
    path: '/documents/budget-book-2026-27',
    welsh: '/cy/dogfennau/llyfr-y-gyllideb-2026-27',
  },
  { kind: 'listing, second page', path: '/news?pageIndex=2', welsh: null },
  { kind: 'search results', path: '/search?term=bins', welsh: '/cy/search?term=biniau' },
  { kind: 'empty search', path: '/search?term=zzzqqq', welsh: '/cy/search?term=zzzqqq' },
  { kind: 'search', path: '/search', welsh: '/cy/search' },
  {
    kind: 'form',
    path: LONG_FORM_PAGE,
    welsh: '/cy/cysylltu/rhoi-gwybod-am-broblem',
    hasForm: true,
  },
  { kind: 'sign-in', path: '/account/login', welsh: '/cy/account/login' },
  { kind: 'registration', path: '/account/registration', welsh: '/cy/account/registration' },
  {
    kind: 'access denied',
    path: '/account/access-denied',
    welsh: '/cy/account/access-denied',
    status: 403,
  },
  { kind: 'not found', path: '/no-such-page', welsh: '/cy/dim-tudalen-or-fath', status: 404 },
]

/** Every page of the table: its kind, language and path. */
export const ALL_PAGES = PAGE_KINDS.flatMap((page) => [
  { ...page, language: 'en-GB' },
  ...(page.welsh === null ? [] : [{ ...page, path: page.welsh, language: 'cy' }]),
])
