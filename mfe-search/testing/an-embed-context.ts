import type { EmbedContext } from '@tessera/shared/embed'

/** Origin of the site of embeds in tests. */
export const SITE = 'https://site.example'

/** The context of an embed in a document, the events that it emits, and the controller that removes it. */
export function anEmbedContext(page = document) {
  const host = page.body.appendChild(page.createElement('div'))
  const removal = new AbortController()
  const emitted: (readonly [name: string, detail: object])[] = []
  const context: EmbedContext = {
    root: host.attachShadow({ mode: 'open' }),
    site: SITE,
    signal: removal.signal,
    // False: the page around it goes to addresses itself.
    emit: (name, detail) => (emitted.push([name, detail]), false),
    fail: () => undefined,
  }
  return { context, emitted, removal }
}

/** Sets what the build puts into embeds, and the parts of CSS that jsdom has not, in the window of a document. */
export function prepareEmbeds({ defaultView } = document): void {
  const view = defaultView ?? window
  Object.assign(globalThis, { LANGUAGES: ['en-GB', 'cy'], EMBED_STYLES: '' })
  Object.assign(view.CSSStyleSheet.prototype, { replaceSync: () => undefined })
  Object.defineProperty(view.Element.prototype, 'part', {
    configurable: true,
    value: { add: () => undefined },
  })
}
