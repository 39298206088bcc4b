/** Where the requests of a form go, and what is sent with them. */
export interface FormsEndpoint {
  /** URL for a path of the content system; a complete URL is unchanged. */
  readonly urlFor: (path: string) => string
  readonly fetchOptions: Pick<RequestInit, 'credentials' | 'referrerPolicy'>
  /**
   * Stores the permission for file uploads from an answer; `grant` gives the header to send with the files. Not needed where a cookie does
   * this.
   */
  readonly saveGrant: (headers: Headers) => void
  readonly grant: () => Readonly<Record<string, string>>
}

/** A page of the site itself. */
export const SITE_ENDPOINT: FormsEndpoint = {
  urlFor: (path) => path,
  fetchOptions: {},
  saveGrant: () => undefined,
  grant: () => ({}),
}

const FILES_HEADER = 'x-form-files'

/** A page of another site: the same requests below `/embed` of the form's site, without cookies. One for each form. */
export function embedEndpoint(site: string, language: string): FormsEndpoint {
  let grant: string | null = null
  const query = new URLSearchParams({ language }).toString()
  return {
    urlFor: (path) => (path.startsWith('/') ? `${site}/embed${path}?${query}` : path),
    fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    saveGrant: (headers) => void (grant = headers.get(FILES_HEADER) ?? grant),
    grant: (): Readonly<Record<string, string>> => (grant === null ? {} : { [FILES_HEADER]: grant }),
  }
}
