/** Where the calls of a form go, and what they carry. */
export interface FormsPlace {
  /** Of a path of the content system; what is an address already stays as it is. */
  readonly addressOf: (path: string) => string
  readonly fetchOptions: Pick<RequestInit, 'credentials' | 'referrerPolicy'>
  /** Keep what an answer says of the files that may follow, and send it with them; nothing where a cookie says so. */
  readonly keepGrant: (headers: Headers) => void
  readonly grant: () => Readonly<Record<string, string>>
}

/** A page of the site itself. */
export const OWN_SITE: FormsPlace = {
  addressOf: (path) => path,
  fetchOptions: {},
  keepGrant: () => undefined,
  grant: () => ({}),
}

const FILES_HEADER = 'x-form-files'

/** A page of another site: the same calls below `/embed` of this one, without cookies. One for each form. */
export function embedPlace(site: string, language: string): FormsPlace {
  let grant: string | null = null
  const query = new URLSearchParams({ language }).toString()
  return {
    addressOf: (path) => (path.startsWith('/') ? `${site}/embed${path}?${query}` : path),
    fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    keepGrant: (headers) => void (grant = headers.get(FILES_HEADER) ?? grant),
    grant: (): Readonly<Record<string, string>> => (grant === null ? {} : { [FILES_HEADER]: grant }),
  }
}
