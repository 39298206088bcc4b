import {
  defineEmbed,
  embedBesideScripts,
  mountEmbed,
  parcelOf,
  type EmbedCode,
  type Mounted,
} from '@tessera/shared/embed'
import { chooseCatalogue } from '@tessera/shared/messages'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { ATTRIBUTES, readAttributes, type FormEmbedOptions } from './options.ts'
import { words } from './words.ts'

const rules = {
  // This file is served by the site itself.
  site: new URL(import.meta.url).origin,
  kind: 'form',
  wordsFor: ({ language = DEFAULT_LANGUAGE }: FormEmbedOptions, code: string) => {
    const { onlyOnSite, ...others } = chooseCatalogue(words, language, DEFAULT_LANGUAGE)
    return code === 'forms/not-embeddable' ? { ...others, unavailable: onlyOnSite } : others
  },
  load: async () => {
    const address = new URL('form.js', import.meta.url).href
    const { showForm } = (await import(/* webpackIgnore: true */ address)) as {
      readonly showForm: EmbedCode<FormEmbedOptions>
    }
    return showForm
  },
}

/** Show a form in an element of a page of another site. */
export const mountForm = (element: HTMLElement, options: FormEmbedOptions): Mounted<FormEmbedOptions> =>
  mountEmbed(element, options, rules)

/** The same as a single-spa parcel. */
export const parcel = parcelOf(mountForm)

defineEmbed('tessera-form', { ...rules, attributes: ATTRIBUTES, read: readAttributes })
embedBesideScripts(document, 'tessera-form', {
  site: rules.site,
  script: 'forms.js',
  marker: 'form-id',
  attributes: ATTRIBUTES,
})
