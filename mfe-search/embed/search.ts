import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import {
  defineEmbed,
  embedBesideScripts,
  mountEmbed,
  parcelOf,
  type EmbedCode,
  type Mounted,
} from '@tessera/shared/embed'
import { chooseCatalogue } from '@tessera/shared/messages'
import { ATTRIBUTES, readAttributes, type SearchEmbedOptions } from './options.ts'
import { words } from './words.ts'

const rules = {
  // This file is served by the site itself.
  site: new URL(import.meta.url).origin,
  kind: 'search',
  wordsFor: ({ language = DEFAULT_LANGUAGE }: SearchEmbedOptions) =>
    chooseCatalogue(words, language, DEFAULT_LANGUAGE),
  load: async ({ mode = 'box' }: SearchEmbedOptions) => {
    const address = new URL(mode === 'box' ? 'box.js' : 'results.js', import.meta.url).href
    const { showSearch } = (await import(/* webpackIgnore: true */ address)) as {
      readonly showSearch: EmbedCode<SearchEmbedOptions>
    }
    return showSearch
  },
}

/** Show a search in an element of a page of another site. */
export const mountSearch = (element: HTMLElement, options: SearchEmbedOptions): Mounted<SearchEmbedOptions> =>
  mountEmbed(element, options, rules)

/** The same as a single-spa parcel. */
export const parcel = parcelOf(mountSearch)

defineEmbed('tessera-search', { ...rules, attributes: ATTRIBUTES, read: readAttributes })
embedBesideScripts(document, 'tessera-search', {
  site: rules.site,
  script: 'search.js',
  marker: 'mode',
  attributes: ATTRIBUTES,
})
