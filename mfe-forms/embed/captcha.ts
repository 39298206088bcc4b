import { loadApi } from '../ui/captcha-api.ts'
import { RESET, type CaptchaAsked, type CaptchaTold } from './captcha-messages.ts'

/** The part of the widget's API that is used here. */
interface WidgetApi {
  readonly render: (place: HTMLElement, options: object) => unknown
  readonly reset: (widget: unknown) => void
}

/**
 * Runs in the frame in which a page of another site shows a captcha, a document of this site
 * (shell/features/embed/captcha-frame.server.ts): shows the widget, and reports the outcome to that page only.
 */
function begin({ body }: Document): void {
  const { siteKey = '', script = '', page } = body.dataset
  body.style.margin = '0'
  const place = body.appendChild(document.createElement('div'))
  const asked = ({ origin, source, data, ports: [port] }: MessageEvent<CaptchaAsked | null>) => {
    if (origin !== page || source !== parent || !port || !data?.captcha) return
    removeEventListener('message', asked)
    void show(port, { place, siteKey, script, size: data.captcha })
  }
  addEventListener('message', asked)
}

interface Widget {
  readonly place: HTMLElement
  readonly siteKey: string
  readonly script: string
  readonly size: CaptchaAsked['captcha']
}

async function show(port: MessagePort, { place, siteKey, script, size }: Widget): Promise<void> {
  const tell = (told: CaptchaTold) => port.postMessage(told)
  tell({ kind: 'begun' })
  try {
    const api = (await loadApi(script, new AbortController().signal)) as WidgetApi
    const widget = api.render(place, {
      sitekey: siteKey,
      theme: 'light',
      size,
      callback: (token: string) => tell({ kind: 'solved', token }),
      'expired-callback': () => tell({ kind: 'expired' }),
      'error-callback': () => tell({ kind: 'failed' }),
    })
    port.onmessage = ({ data }) => data === RESET && api.reset(widget)
    tell({ kind: 'shown' })
    tellHeights(place, (height) => tell({ kind: 'height', height }))
  } catch {
    tell({ kind: 'failed' })
  }
}

/** Reports the height of everything that is visible: a puzzle opens over the widget and needs more room than it. */
function tellHeights(place: HTMLElement, tell: (height: number) => void): void {
  let last = 0
  const measure = () => {
    const seen = [...document.querySelectorAll('body *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const height = Math.ceil(
      Math.max(0, ...seen.map((element) => element.getBoundingClientRect().bottom + scrollY)),
    )
    if (height !== last && height > 0) tell((last = height))
  }
  const all = { attributes: true, childList: true, subtree: true }
  new MutationObserver(measure).observe(document.documentElement, all)
  new ResizeObserver(measure).observe(place)
  measure()
}

begin(document)
