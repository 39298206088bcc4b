/** Options of the fake captcha, from the query of its script's address. */
export interface CaptchaScriptOptions {
  /** Name of the function to call when the script is ready. */
  readonly onload: string
  readonly language: string
  /** The token that the widget gives once solved; null for a generated token that can be used once. */
  readonly token: string | null
  /** How long a token is valid, in milliseconds. */
  readonly lifetimeMs: number
}

/** Read the options from a query; invalid values count as absent. */
export function readScriptOptions(query: Readonly<Record<string, unknown>>): CaptchaScriptOptions {
  const read = (name: string, pattern: RegExp): string | null => {
    const value = query[name]
    return typeof value === 'string' && pattern.test(value) ? value : null
  }
  return {
    onload: read('onload', /^\w{1,64}$/) ?? '',
    language: read('hl', /^[\w-]{1,20}$/) ?? '',
    token: read('token', /^[\w-]{1,100}$/),
    lifetimeMs: Number(read('lifetimeMs', /^\d{1,7}$/) ?? 120_000),
  }
}

/** The script of the fake captcha: a checkbox with the interface of reCAPTCHA's explicit rendering. It sends no requests. */
export const captchaScript = (options: CaptchaScriptOptions): string =>
  `(${installFakeCaptcha.toString()})(window, window, ${JSON.stringify({ ...options, text: labelText(options.language) })})\n`

const LABEL_TEXT = 'I am not a robot'
const LABEL_TEXTS: ReadonlyMap<string, string> = new Map(Object.entries({ cy: 'Nid robot ydw i' }))
const labelText = (language: string): string =>
  LABEL_TEXTS.get(language.split('-')[0]?.toLowerCase() ?? '') ?? LABEL_TEXT

/** The options of `grecaptcha.render` that the fake captcha reads. */
interface RenderOptions {
  readonly sitekey: string
  readonly theme?: string
  readonly size?: string
  readonly callback?: (token: string) => void
  readonly 'expired-callback'?: () => void
}

/** Sent to the browser as source text, so it must not use anything from outside the function. */
function installFakeCaptcha(
  page: Record<string, unknown>,
  { document, location }: CaptchaPage,
  { onload, token, lifetimeMs, text }: CaptchaScriptOptions & { readonly text: string },
): void {
  const widgets: { readonly box: PageElement; expiry: unknown; response: string }[] = []
  const reset = (id = 0) => {
    const widget = widgets[id]
    if (!widget) return
    clearTimeout(widget.expiry as number)
    Object.assign(widget, { response: '' })
    Object.assign(widget.box, { checked: false })
  }
  const render = (container: PageElement, options: RenderOptions): number => {
    const id = widgets.length
    const [frame, label, box] = ['div', 'label', 'input'].map((name) => document.createElement(name)) as [
      PageElement,
      PageElement,
      PageElement,
    ]
    const isCompact = options.size === 'compact'
    Object.assign(frame.dataset, { standIn: options.sitekey, theme: options.theme, size: options.size })
    Object.assign(frame.style, {
      boxSizing: 'border-box',
      inlineSize: isCompact ? '164px' : '304px',
      minBlockSize: isCompact ? '144px' : '78px',
      padding: '16px',
      border: '1px solid #76767a',
      borderRadius: '3px',
      background: '#f9f9f9',
      color: '#1f1f1f',
    })
    Object.assign(label.style, { display: 'flex', alignItems: 'center', gap: '12px', color: 'inherit' })
    Object.assign(box, { type: 'checkbox' })
    label.append(box, text)
    frame.append(label)
    container.append(frame)
    const widget = { box, expiry: undefined as unknown, response: '' }
    widgets.push(widget)
    box.addEventListener('change', () => {
      // The box of a solved captcha cannot be unticked.
      if (!box.checked) return void Object.assign(box, { checked: true })
      const own = `${Math.random().toString(36).slice(2)} ${options.sitekey} ${location.hostname}`
      widget.response = token ?? `demo-once-${own}`
      widget.expiry = setTimeout(() => {
        reset(id)
        options['expired-callback']?.()
      }, lifetimeMs)
      options.callback?.(widget.response)
    })
    return id
  }
  page['grecaptcha'] = {
    render,
    reset,
    getResponse: (id = 0) => widgets[id]?.response ?? '',
    ready: (callback: () => void) => callback(),
  }
  const loaded = page[onload]
  if (typeof loaded === 'function') (loaded as () => void)()
}

interface CaptchaPage {
  readonly document: { createElement(name: string): PageElement }
  readonly location: { readonly hostname: string }
}

/** The few DOM members that the fake captcha uses; the server itself has no DOM. */
interface PageElement {
  readonly style: object
  readonly dataset: object
  readonly checked?: boolean
  readonly append: (...children: readonly (PageElement | string)[]) => void
  readonly addEventListener: (name: string, listener: () => void) => void
}
