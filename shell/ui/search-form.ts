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
}

/** A search form that works without script: GET {pathPrefix}/search?term=. */
export function renderSearchForm({
  language,
  pathPrefix = '',
  term,
  className,
  id = 'site-search',
}: SearchFormInput): Html {
  const words = messages(language)
  return html`<form class="${className}" action="${pathPrefix}/search" role="search">
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
