import { messages } from '../messages.ts'
import { html, type Html } from './html.ts'

/** Where a search form stands and what it holds. */
export interface SearchFormInput {
  readonly language: string
  readonly pathPrefix?: string
  readonly term?: string
  readonly className: string
  /** Makes the field's id unique when a page has two of these forms. */
  readonly id?: string
  /** Whether it is the page's search region; a page has one. */
  readonly isLandmark?: boolean
}

/** A search form that works without script: GET {pathPrefix}/search?term=. */
export function renderSearchForm({
  language,
  pathPrefix = '',
  term,
  className,
  id = 'site-search',
  isLandmark = true,
}: SearchFormInput): Html {
  const words = messages(language)
  return html`<form class="${className}" action="${pathPrefix}/search" ${isLandmark && html`role="search"`}>
    <label class="visually-hidden" for="${id}">${words.searchLabel}</label
    ><input
      type="search"
      id="${id}"
      name="term"
      ${term && html`value="${term}"`}
      placeholder="${words.searchPlaceholder}"
      autocomplete="off"
      enterkeyhint="search"
    /><button class="button" type="submit">${words.search}</button>
  </form>`
}
