import type { EmbedContext } from '@tessera/shared/embed'

/** Origin of the site of embeds in tests. */
export const SITE = 'https://site.example'

/** A place for an embed in a document, the events that it tells, and a way to remove it. */
export function aPlace(page = document) {
  const host = page.body.appendChild(page.createElement('div'))
  const gone = new AbortController()
  const told: (readonly [name: string, detail: object])[] = []
  const place: EmbedContext = {
    root: host.attachShadow({ mode: 'open' }),
    site: SITE,
    signal: gone.signal,
    // False: the page around it goes to addresses itself.
    emit: (name, detail) => (told.push([name, detail]), false),
    fail: () => undefined,
  }
  return { place, told, gone }
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
