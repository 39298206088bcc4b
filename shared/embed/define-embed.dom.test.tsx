import { createFrame } from './create-frame.ts'
import { defineEmbed } from './define-embed.ts'

/** Reports every element as visible at once, since jsdom has no layout. */
class Seen {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const frameDocument = () =>
  document.body.appendChild(document.createElement('iframe')).contentDocument as Document

/** The parts of CSS that jsdom has not, in the window of a document. */
function prepare({ defaultView }: Document) {
  const { CSSStyleSheet: Sheet, Element: Tag } = defaultView ?? window
  Object.assign(Sheet.prototype, { replaceSync: () => undefined })
  Object.defineProperty(Tag.prototype, 'part', { configurable: true, value: { add: () => undefined } })
}

beforeAll(() => {
  Object.assign(globalThis, { IntersectionObserver: Seen, EMBED_STYLES: '' })
  prepare(document)
  defineEmbed('tessera-test', {
    site: 'https://site.example',
    kind: 'test',
    attributes: [],
    read: () => ({}),
    load: async () => async (context) => {
      createFrame(context.root, 'en-GB')
      return () => undefined
    },
    messagesFor: () => ({ unavailable: '', onSite: '' }),
  })
})
afterEach(() => document.body.replaceChildren())

describe('an embed in the document of another window', () => {
  test('has style sheets of that window', () => {
    const page = frameDocument()
    prepare(page)
    // That of jsdom is one for all windows.
    class Sheet extends CSSStyleSheet {}
    Object.assign(page.defaultView ?? {}, { CSSStyleSheet: Sheet })
    const root = page.body.appendChild(page.createElement('div')).attachShadow({ mode: 'open' })
    createFrame(root, 'en-GB')
    expect(root.adoptedStyleSheets.map((sheet) => sheet instanceof Sheet)).toEqual([true, true])
  })

  test('begins anew where its element is moved from one to another, and not where it is moved within one', async () => {
    const element = document.body.appendChild(document.createElement('tessera-test'))
    await settled()
    const shown = () => element.shadowRoot?.querySelector('.embed')
    const first = shown()
    expect(first).toBeInstanceOf(HTMLElement)
    document.body.appendChild(document.createElement('div')).append(element)
    await settled()
    expect(shown()).toBe(first)
    const page = frameDocument()
    prepare(page)
    page.body.append(element)
    await settled()
    const there = shown()
    expect([there === first, there?.ownerDocument === page]).toEqual([false, true])
    document.body.append(element)
    await settled()
    expect([shown() === there, shown()?.ownerDocument === document]).toEqual([false, true])
  })
})
