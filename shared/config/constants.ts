// Every number and name of the specification's section 9 that more than one package needs, in its order.

/** Life of a cookie we set. Source: specification 9, 1 day. */
export const COOKIE_LIFETIME_SECONDS = 86_400
/** Path of every cookie we set. Source: specification 9. */
export const COOKIE_PATH = '/'
/** Cookie of the bearer token. Source: specification 9. */
export const BEARER_TOKEN_COOKIE = 'ContensisSecurityBearerToken'
/** Cookie of the classic token. Source: specification 9. */
export const CLASSIC_TOKEN_COOKIE = 'ContensisCMSUserName'
/** Cookie of the refresh token. Source: specification 9. */
export const REFRESH_TOKEN_COOKIE = 'RefreshToken'
/** How often the browser looks whether the session has changed. Source: specification 9. */
export const COOKIE_POLL_MS = 300
/** Keys under which a tab keeps what was typed into a form while its visitor signs in; dropped when they sign out. */
export const DRAFT_PREFIX = 'tessera-draft:'
/** Header of a form's post from a page that was made for one person: `member`. It is refused once their session is over. */
export const MADE_FOR_HEADER = 'x-made-for'
/** Groups of a user fetched at once. Source: specification 9. */
export const GROUPS_PAGE_SIZE = 100
/** Answers kept in a process; the least recently used goes first. Source: specification 9. */
export const REQUEST_CACHE_ENTRIES = 100
/** Levels of the navigation tree. Source: specification 9. */
export const NAVIGATION_DEPTH = 2
/** Levels of children of a page. Source: specification 9. */
export const CHILDREN_DEPTH = 1
/** Levels of a taxonomy that the product asks for. Source: specification 7. */
export const TAXONOMY_DEPTH = 2
/** Weights of the default search. Source: specification 9. */
export const SEARCH_WEIGHTS = {
  titleEqualTo: 10,
  titleFreeText: 2,
  description: 2,
  keywords: 2,
  uri: 2,
} as const
/** Status of the redirect that removes a trailing slash. Source: specification 9. */
export const TRAILING_SLASH_STATUS = 302
/** Route of the sign-in page. Source: specification 9. */
export const LOGIN_PATH = '/account/login'
/** Route of the page for visitors without the right group. Source: specification 9. */
export const ACCESS_DENIED_PATH = '/account/access-denied'
/** Entries on a page of a list. Source: specification 9. */
export const DEFAULT_PAGE_SIZE = 25
/** Entries on a page of a search. Source: specification 9. */
export const QUERY_PAGE_SIZE = 20
/** Credentials count as expired this long before they are. Source: specification 9. */
export const EARLY_EXPIRY_MS = 60_000
/** Life of a refresh token, which the platform does not tell. Source: specification 9. */
export const REFRESH_TOKEN_LIFETIME_HOURS = 360
/** How long a shared cache keeps a public page. Source: specification 9. */
export const SURROGATE_MAX_AGE_SECONDS = 3_600
/** Cache-Control when nothing else is decided. Source: specification 9. */
export const DEFAULT_CACHE_CONTROL = 'private'
/** Paths handed on to the content platform. Source: specification 9. */
export const REVERSE_PROXY_PATHS = ['/image-library/*', '/video-library/*', '/asset-library/*'] as const
/** Groups whose members are staff when a site names none: the platform's own administrators. */
export const STAFF_GROUPS = ['System Administrators'] as const

/** Where named answers of remotes are: `/{remote}/{name}` after it. */
export const DATA_PATH = '/api/data'

/** Where browsers say that a remote has failed of which some visitors see another release. */
export const CANARY_FAILURES_PATH = '/_canary'
/** Where everything is that pages of other sites may ask for. */
export const EMBED_PATH = '/embed'
/** Longest query of such a question, as it is in an address. */
export const MAX_DATA_QUERY = 2_048
