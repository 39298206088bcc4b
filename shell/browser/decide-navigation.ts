/** What came for a path that the browser navigates to. */
export interface Answer {
  readonly status: number
  /** Whether the answer is the state of a page. */
  readonly isPage: boolean
  /** Whether that page has a main slot. */
  readonly hasMain: boolean
  /** Whether the document on the screen can show it: its language, its versions of remotes. */
  readonly fitsDocument: boolean
  /** Whether access sends the visitor elsewhere. */
  readonly hasRedirect: boolean
}

/** What is on the screen, and what happened before. */
export interface Before {
  /** Whether the page on the screen shows an entry. */
  readonly hasEntry: boolean
  /** Whether the document has been loaded for this missing path before. */
  readonly wasReloaded: boolean
}

/** Show it as a page, go where access sends the visitor, load the document, or say in place what became of it. */
export type NextStep = 'show' | 'redirect' | 'document' | 'outcome'

/**
 * What the browser does with an answer. A path that is not found, after a page with an entry, is left to the server once,
 * which may know better by now; a server that fails is never asked for the document too.
 * Source: specification 4, Access and routing.
 */
export function decideNavigation(answer: Answer, { hasEntry, wasReloaded }: Before): NextStep {
  if (answer.hasRedirect) return 'redirect'
  if (answer.status >= 500) return 'outcome'
  if (!answer.isPage || !answer.fitsDocument) return 'document'
  if (answer.hasMain) return 'show'
  return answer.status === 404 && (!hasEntry || wasReloaded) ? 'outcome' : 'document'
}
