import type { EmbedContext } from '@tessera/shared/embed'

/** Origin of the site of embeds in tests. */
export const SITE = 'https://site.example'

/** A place for an embed, the events that it tells, and a way to remove it. */
export function aPlace() {
  const host = document.body.appendChild(document.createElement('div'))
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

/** Sets what the build puts into embeds, and the parts of CSS that jsdom has not. */
export function prepareEmbeds(): void {
  Object.assign(globalThis, { LANGUAGES: ['en-GB', 'cy'], EMBED_STYLES: '' })
  Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined })
  Object.defineProperty(Element.prototype, 'part', { configurable: true, value: { add: () => undefined } })
}
