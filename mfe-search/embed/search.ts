import { publishEmbed, type Mounted } from '@tessera/shared/embed'
import { ATTRIBUTES, readAttributes, type SearchEmbedOptions } from './options.ts'
import { messages } from './embed-messages.ts'

const search = publishEmbed({
  address: import.meta.url,
  kind: 'search',
  marker: 'mode',
  attributes: ATTRIBUTES,
  read: readAttributes,
  codeOf: ({ mode = 'box' }: SearchEmbedOptions) => (mode === 'box' ? 'box.js' : 'results.js'),
  messages,
})

/** Show a search in an element of a page of another site. */
export const mountSearch: (element: HTMLElement, options: SearchEmbedOptions) => Mounted<SearchEmbedOptions> =
  search.mount

/** The same as a single-spa parcel. */
export const { parcel } = search
