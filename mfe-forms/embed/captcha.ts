import { loadApi } from '../ui/captcha-api.ts'
import { RESET, type CaptchaRequest, type CaptchaEvent } from './captcha-messages.ts'

/** The part of the widget's API that is used here. */
interface WidgetApi {
  readonly render: (container: HTMLElement, options: object) => unknown
  readonly reset: (widget: unknown) => void
}

/**
 * Runs in the frame in which a page of another site shows a captcha, a document of this site
 * (shell/features/embed/captcha-frame.server.ts): shows the widget, and reports the outcome to that page only.
 */
function start({ body }: Document): void {
  const { siteKey = '', script = '', page } = body.dataset
  body.style.margin = '0'
  const target = body.appendChild(document.createElement('div'))
  const onRequest = ({ origin, source, data, ports: [port] }: MessageEvent<CaptchaRequest | null>) => {
    if (origin !== page || source !== parent || !port || !data?.captcha) return
    removeEventListener('message', onRequest)
    void show(port, { target, siteKey, script, size: data.captcha })
  }
  addEventListener('message', onRequest)
}

interface Widget {
  readonly target: HTMLElement
  readonly siteKey: string
  readonly script: string
  readonly size: CaptchaRequest['captcha']
}

async function show(port: MessagePort, { target, siteKey, script, size }: Widget): Promise<void> {
  const emit = (event: CaptchaEvent) => port.postMessage(event)
  emit({ kind: 'begun' })
  try {
    const api = (await loadApi(script, new AbortController().signal)) as WidgetApi
    const widget = api.render(target, {
      sitekey: siteKey,
      theme: 'light',
      size,
      callback: (token: string) => emit({ kind: 'solved', token }),
      'expired-callback': () => emit({ kind: 'expired' }),
      'error-callback': () => emit({ kind: 'failed' }),
    })
    port.onmessage = ({ data }) => data === RESET && api.reset(widget)
    emit({ kind: 'shown' })
    reportHeight(target, (height) => emit({ kind: 'height', height }))
  } catch {
    emit({ kind: 'failed' })
  }
}

/** Reports the height of everything that is visible: a puzzle opens over the widget and needs more room than it. */
function reportHeight(target: HTMLElement, emit: (height: number) => void): void {
  let last = 0
  const measure = () => {
    const seen = [...document.querySelectorAll('body *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const height = Math.ceil(
      Math.max(0, ...seen.map((element) => element.getBoundingClientRect().bottom + scrollY)),
    )
    if (height !== last && height > 0) emit((last = height))
  }
  const all = { attributes: true, childList: true, subtree: true }
  new MutationObserver(measure).observe(document.documentElement, all)
  new ResizeObserver(measure).observe(target)
  measure()
}

start(document)
