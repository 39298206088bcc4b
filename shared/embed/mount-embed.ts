/** Where an embed is shown, and what it tells. */
export interface EmbedPlace {
  /** Its own tree: nothing of the host's styles or ids is in it. */
  readonly root: ShadowRoot
  /** Origin of the site that it comes from. */
  readonly site: string
  /** Aborted when it goes. */
  readonly signal: AbortSignal
  /** Tell the page around it, as an event of the element; whether nobody has prevented what follows. */
  readonly tell: (name: string, detail: object, isCancelable?: boolean) => boolean
  /** What is shown cannot go on: it is taken away, and the element says so. */
  readonly fail: (code: string) => void
}

/** What shows it, loaded once it is seen. Rejects when it cannot be shown; the answer removes it. */
export type EmbedCode<Options> = (place: EmbedPlace, options: Options) => Promise<() => void>

/** What is said while there is nothing to show. */
export interface EmbedMessages {
  readonly unavailable: string
  /** Of a link to the site. */
  readonly onSite: string
}

/** An embed on a page. */
export interface Mounted<Options> {
  readonly update: (options: Partial<Options>) => void
  /** Remove everything of it. */
  readonly unmount: () => void
}

/** How an embed is shown. */
export interface EmbedRules<Options> {
  readonly site: string
  /** Before its names of events, e.g. `form:error`. */
  readonly kind: string
  readonly load: (options: Options) => Promise<EmbedCode<Options>>
  /** What is said of an error, by its code. */
  readonly messagesFor: (options: Options, code: string) => EmbedMessages
}

/** It is loaded this far before it is seen. */
const SEEN = { rootMargin: '200px' } as const

/**
 * Show an embed in an element, once it is seen. Until then, and where it cannot be had, the element's own content is shown. Options that
 * change begin it anew.
 */
export function mountEmbed<Options>(
  element: HTMLElement,
  given: Options,
  rules: EmbedRules<Options>,
): Mounted<Options> {
  const tell = tellAs(element, rules.kind)
  let options = given
  let shown: { readonly gone: AbortController; remove: (() => void) | null } | null = null
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    void show()
  }, SEEN)
  const clear = () => {
    shown?.gone.abort()
    shown?.remove?.()
    shown = null
    root.replaceChildren(root.ownerDocument.createElement('slot'))
    root.adoptedStyleSheets = []
  }
  const show = async () => {
    const gone = new AbortController()
    const now = { gone, remove: null as (() => void) | null }
    shown = now
    const fail = (code: string) => {
      if (gone.signal.aborted) return
      clear()
      sayUnavailable(root, rules, rules.messagesFor(options, code))
      tell('error', { code })
    }
    try {
      const code = await rules.load(options)
      if (gone.signal.aborted) return
      const remove = await code({ root, site: rules.site, signal: gone.signal, tell, fail }, options)
      if (gone.signal.aborted) remove()
      else now.remove = remove
    } catch (thrown) {
      fail(codeOf(thrown))
    }
  }
  const begin = () => {
    clear()
    observer.disconnect()
    observer.observe(element)
  }
  begin()
  return {
    update(changed) {
      options = { ...options, ...changed }
      begin()
    },
    unmount() {
      observer.disconnect()
      clear()
    },
  }
}

const tellAs =
  (element: HTMLElement, kind: string): EmbedPlace['tell'] =>
  (name, detail, cancelable = false) =>
    element.dispatchEvent(
      new CustomEvent(`${kind}:${name}`, { detail, bubbles: true, composed: true, cancelable }),
    )

/** Quietly, beside the element's own content; with a link to the site where the host has given none. */
function sayUnavailable(
  root: ShadowRoot,
  { site }: Pick<EmbedRules<never>, 'site'>,
  { unavailable, onSite }: EmbedMessages,
): void {
  const page = root.ownerDocument
  const [text, own, link] = [page.createElement('p'), page.createElement('slot'), page.createElement('a')]
  text.setAttribute('role', 'status')
  text.textContent = unavailable
  link.href = site
  link.textContent = onSite
  // What a slot holds is shown where the element has no content of its own.
  own.append(link)
  root.replaceChildren(text, own)
}

const codeOf = (thrown: unknown): string => {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'embed/unavailable'
}
