/** Where an embed is shown, and how it reports to the page around it. */
export interface EmbedContext {
  /** Its shadow tree, separate from the styles and ids of the host page. */
  readonly root: ShadowRoot
  /** Origin of the site that serves it. */
  readonly site: string
  /** Aborted when the embed is removed. */
  readonly signal: AbortSignal
  /** Dispatch an event on the element, for the page around it; false when a listener has prevented the default. */
  readonly emit: (name: string, detail: object, isCancelable?: boolean) => boolean
  /** Report a fatal error: the content is removed, and the element shows a message. */
  readonly fail: (code: string) => void
}

/** Whether an embed is in a frame, where pages of the site cannot be shown: their policy is `frame-ancestors 'none'`. */
export const isFramed = (root: ShadowRoot): boolean => root.ownerDocument.defaultView !== top

/** Shows the embed; loaded when the element comes into view. Rejects when it cannot be shown; resolves to a function that removes it. */
export type EmbedCode<Options> = (context: EmbedContext, options: Options) => Promise<() => void>

/** Messages for an embed that cannot be shown. */
export interface EmbedMessages {
  readonly unavailable: string
  /** Text of a link to the site. */
  readonly onSite: string
}

/** An embed on a page. */
export interface Mounted<Options> {
  readonly update: (options: Partial<Options>) => void
  /** Remove the embed. */
  readonly unmount: () => void
}

/** How an embed is loaded and named. */
export interface EmbedRules<Options> {
  readonly site: string
  /** Prefix of its event names, e.g. `form` in `form:error`. */
  readonly kind: string
  readonly load: (options: Options) => Promise<EmbedCode<Options>>
  /** Messages for an error, by its code. */
  readonly messagesFor: (options: Options, code: string) => EmbedMessages
}

/** Loading starts when the element is this close to the viewport. */
const SEEN = { rootMargin: '200px' } as const

/**
 * Show an embed in an element when it comes into view. Until then, and when it cannot be loaded, the element's own content is shown.
 * Changed options restart the embed; an update without a change does nothing.
 */
export function mountEmbed<Options>(
  element: HTMLElement,
  given: Options,
  rules: EmbedRules<Options>,
): Mounted<Options> {
  const emit = createEmitter(element, rules.kind)
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
      showUnavailable(root, rules, rules.messagesFor(options, code))
      emit('error', { code })
    }
    try {
      const code = await rules.load(options)
      if (gone.signal.aborted) return
      const remove = await code({ root, site: rules.site, signal: gone.signal, emit, fail }, options)
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
      const next = { ...options, ...changed }
      if (JSON.stringify(next) === JSON.stringify(options)) return
      options = next
      begin()
    },
    unmount() {
      observer.disconnect()
      clear()
    },
  }
}

const createEmitter =
  (element: HTMLElement, kind: string): EmbedContext['emit'] =>
  (name, detail, cancelable = false) =>
    element.dispatchEvent(
      new CustomEvent(`${kind}:${name}`, { detail, bubbles: true, composed: true, cancelable }),
    )

/** Shows a status message and the element's own content; where the host page gave no content, a link to the site. */
function showUnavailable(
  root: ShadowRoot,
  { site }: Pick<EmbedRules<never>, 'site'>,
  { unavailable, onSite }: EmbedMessages,
): void {
  const page = root.ownerDocument
  const [text, own, link] = [page.createElement('p'), page.createElement('slot'), page.createElement('a')]
  text.setAttribute('role', 'status')
  text.textContent = unavailable
  link.href = site
  link.target = '_top'
  link.textContent = onSite
  // A <slot> shows its children only where the element has no content of its own.
  own.append(link)
  root.replaceChildren(text, own)
}

const codeOf = (thrown: unknown): string => {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'embed/unavailable'
}
