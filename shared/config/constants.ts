// The numbers and names of the specification's section 9 that more than one package needs, in the order of that section.

/** Lifetime of a cookie that this site sets. Source: specification 9, 1 day. */
export const COOKIE_LIFETIME_SECONDS = 86_400
/** Path of every cookie that this site sets. Source: specification 9. */
export const COOKIE_PATH = '/'
/** Cookie of the bearer token. Source: specification 9. */
export const BEARER_TOKEN_COOKIE = 'ContensisSecurityBearerToken'
/** Cookie of the classic token. Source: specification 9. */
export const CLASSIC_TOKEN_COOKIE = 'ContensisCMSUserName'
/** Cookie of the refresh token. Source: specification 9. */
export const REFRESH_TOKEN_COOKIE = 'RefreshToken'
/** How often the browser checks whether the session has changed. Source: specification 9. */
export const COOKIE_POLL_MS = 300
/** Prefix of the storage keys under which a tab keeps a form's unsent values while the visitor signs in; removed when they sign out. */
export const DRAFT_PREFIX = 'tessera-draft:'
/** Header of a form post from a page that was rendered for one member; its value is `member`. Refused after their session has ended. */
export const MADE_FOR_HEADER = 'x-made-for'
/** Groups of a user that one call fetches. Source: specification 9. */
export const GROUPS_PAGE_SIZE = 100
/** Answers cached per process; the least recently used is evicted first. Source: specification 9. */
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
/** Credentials count as expired this long before they expire. Source: specification 9. */
export const EARLY_EXPIRY_MS = 60_000
/** Lifetime of a refresh token; the platform does not send it. Source: specification 9. */
export const REFRESH_TOKEN_LIFETIME_HOURS = 360
/** How long a shared cache keeps a public page. Source: specification 9. */
export const SURROGATE_MAX_AGE_SECONDS = 3_600
/** Cache-Control of an answer for which no other value is set. Source: specification 9. */
export const DEFAULT_CACHE_CONTROL = 'private'
/** Paths that are proxied to the content platform. Source: specification 9. */
export const REVERSE_PROXY_PATHS = ['/image-library/*', '/video-library/*', '/asset-library/*'] as const
/** Query parameters that tell where a visitor comes from: no page depends on them. deploy/varnish/default.vcl names the same. */
export const TRACKING_PARAMETERS =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid)$/i
/** Endpoint that starts or ends the preview of a candidate release: a form post of `app` and `version`, or of `reset`. */
export const CANDIDATE_PATH = '/version/candidate'
/** Groups whose members are staff when a site names none: the platform's own administrators. */
export const STAFF_GROUPS = ['System Administrators'] as const

/** Path prefix of the data endpoints of remotes; `/{remote}/{name}` follows. */
export const DATA_PATH = '/api/data'

/** Endpoint to which browsers report failures of a remote that has a canary release. */
export const CANARY_FAILURES_PATH = '/_canary'
/** Request header of a document that fetches the rest of its own state: that is no further page, and changes no response. */
export const OWN_STATE_HEADER = 'x-own-state'
/** Path prefix of everything that pages of other sites may request. */
export const EMBED_PATH = '/embed'
/** Longest query string of a request to a data endpoint, in characters, as it is encoded in the URL. */
export const MAX_DATA_QUERY = 2_048
