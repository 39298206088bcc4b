import { publishEmbed, type Mounted } from '@tessera/shared/embed'
import { ATTRIBUTES, readAttributes, type FormEmbedOptions } from './options.ts'
import { messages } from './embed-messages.ts'

const form = publishEmbed({
  address: import.meta.url,
  kind: 'form',
  marker: 'form-id',
  attributes: ATTRIBUTES,
  read: readAttributes,
  codeOf: () => 'form.js',
  messages,
  messagesOf: ({ onlyOnSite, ...others }, code) =>
    code === 'forms/not-embeddable' ? { ...others, unavailable: onlyOnSite } : others,
})

/** Show a form in an element of a page of another site. */
export const mountForm: (element: HTMLElement, options: FormEmbedOptions) => Mounted<FormEmbedOptions> =
  form.mount

/** The same as a single-spa parcel. */
export const { parcel } = form
