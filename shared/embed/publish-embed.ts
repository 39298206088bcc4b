import { DEFAULT_LANGUAGE } from '../content/index.ts'
import { chooseCatalogue, type Catalogues } from '../messages/index.ts'
import type { Lifecycles } from '../contract/index.ts'
import { defineEmbed, type ElementRules } from './define-embed.ts'
import { embedBesideScripts } from './embed-beside-scripts.ts'
import {
  mountEmbed,
  type EmbedCode,
  type EmbedRules,
  type EmbedMessages,
  type Mounted,
} from './mount-embed.ts'
import { parcelOf } from './parcel.ts'

/** How an entry script describes its embed. */
interface Published<Options, Messages> extends Pick<ElementRules<Options>, 'attributes' | 'read' | 'kind'> {
  /** URL of the entry script; the site serves it, and the embed's code in the same folder. */
  readonly address: string
  /** Attribute, without `data-`, that marks script tags of the older way to embed. */
  readonly marker: string
  /** Name of the file in that folder that exports `show`. */
  readonly codeOf: (options: Options) => string
  readonly messages: Catalogues<Messages>
  /** Messages for an error, by its code. */
  readonly messagesOf?: (messages: Messages, code: string) => EmbedMessages
}

/** Registers the element `tessera-{kind}`, inserts it after script tags of the older way, and returns functions to mount it from code. */
export function publishEmbed<
  Options extends { readonly language?: string | undefined },
  Messages extends EmbedMessages,
>({
  address,
  marker,
  codeOf,
  messages,
  messagesOf = (all) => all,
  attributes,
  read,
  kind,
}: Published<Options, Messages>): {
  readonly mount: (element: HTMLElement, options: Options) => Mounted<Options>
  readonly parcel: Lifecycles
} {
  const { origin: site, pathname } = new URL(address)
  const name = `tessera-${kind}`
  const rules: EmbedRules<Options> = {
    site,
    kind,
    messagesFor: ({ language = DEFAULT_LANGUAGE }, code) =>
      messagesOf(chooseCatalogue(messages, language, DEFAULT_LANGUAGE), code),
    load: async (options) => {
      const code = new URL(codeOf(options), address).href
      return ((await import(/* webpackIgnore: true */ code)) as { readonly show: EmbedCode<Options> }).show
    },
  }
  const mount = (element: HTMLElement, options: Options) => mountEmbed(element, options, rules)
  defineEmbed(name, { ...rules, attributes, read })
  embedBesideScripts(document, name, { site, script: pathname.split('/').at(-1) ?? '', marker, attributes })
  return { mount, parcel: parcelOf(mount) }
}
