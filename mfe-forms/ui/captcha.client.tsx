import { useEffect, useRef } from 'react'
import { ReCAPTCHA } from 'react-google-recaptcha'
import { CAPTCHA_POLICY } from '@tessera/shared/contract'
import { formsError } from '../errors.ts'
import type { CaptchaProps, CaptchaWidgetProps, OpenCaptcha } from './captcha-code.tsx'
import { CaptchaField } from './captcha-field.tsx'

/** What the script puts on the page, as far as is known here: it renders and resets widgets. */
interface CaptchaApi {
  readonly render?: unknown
}

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}

/** The page, as far as the script shares it. */
interface CaptchaPage {
  readonly grecaptcha?: CaptchaApi
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
  tesseraCaptchaLoaded?: () => void
}

/** Longest wait for the script, in milliseconds. */
const SCRIPT_DEADLINE_MS = 10_000
/** Name of the function that the script calls once it can be used, and of the event that tells of it. */
const LOADED = 'tesseraCaptchaLoaded'
const SCRIPT = 'script[data-captcha]'

/**
 * The widget of react-google-recaptcha 3.1.0, with a loader of our own. Its own one sets the address of a script as text, which a page with
 * Trusted Types refuses, and waits for ever for a script that does not come. Source: docs/decisions/0049.
 */
const openCaptcha: OpenCaptcha = async (scriptUrl, signal) => {
  const api = await loadApi(scriptUrl, signal)
  return (props) => <CaptchaWidget api={api} {...props} />
}

/** The captcha of a form in a browser. */
export const BrowserCaptcha = (props: CaptchaProps) => <CaptchaField {...props} openCaptcha={openCaptcha} />

/** The script is loaded once for all forms of a document. @throws AppError forms/captcha-blocked; what aborted the signal, when it was */
function loadApi(scriptUrl: string, signal: AbortSignal): Promise<CaptchaApi> {
  const page = window as unknown as CaptchaPage
  const { promise, resolve, reject } = Promise.withResolvers<CaptchaApi>()
  const ended = new AbortController()
  const [options, late] = [{ signal: ended.signal }, AbortSignal.timeout(SCRIPT_DEADLINE_MS)]
  const found = () => {
    if (page.grecaptcha?.render) resolve(page.grecaptcha)
  }
  const blocked = () => {
    document.querySelector(SCRIPT)?.remove()
    reject(formsError('forms/captcha-blocked'))
  }
  found()
  if (!page.grecaptcha?.render) {
    document.addEventListener(LOADED, found, options)
    late.addEventListener('abort', blocked, options)
    signal.addEventListener('abort', () => reject(signal.reason as Error), options)
    scriptElement(scriptUrl, page).addEventListener('error', blocked, options)
  }
  return promise.finally(() => ended.abort())
}

/** The element of the script; the one that is there already, for a second form. */
function scriptElement(scriptUrl: string, page: CaptchaPage): HTMLScriptElement {
  const before = document.querySelector<HTMLScriptElement>(SCRIPT)
  if (before) return before
  page.tesseraCaptchaLoaded = () => document.dispatchEvent(new Event(LOADED))
  const url = new URL(scriptUrl)
  url.searchParams.set('render', 'explicit')
  url.searchParams.set('onload', LOADED)
  url.searchParams.set('hl', document.documentElement.lang)
  // reCAPTCHA's script then works on pages with Trusted Types.
  url.searchParams.set('trustedtypes', 'true')
  const rules: ScriptPolicy = {
    createScriptURL: (text) => {
      if (text !== url.href) throw formsError('forms/captcha-blocked')
      return text
    },
  }
  const policy = page.trustedTypes?.createPolicy(CAPTCHA_POLICY, rules) ?? rules
  const script = document.createElement('script')
  script.dataset['captcha'] = ''
  script.async = true
  script.src = policy.createScriptURL(url.href)
  document.head.append(script)
  return script
}

function CaptchaWidget({ api, ...props }: CaptchaWidgetProps & { readonly api: CaptchaApi }) {
  const { siteKey, size, isHuman, onSolved, onExpired, onFailed } = props
  const widget = useRef<ReCAPTCHA>(null)
  const wasHuman = useRef(isHuman)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => {
    // A token is good once: after every attempt, and when it is too old, the visitor is asked again.
    if (wasHuman.current && !isHuman) widget.current?.reset()
    wasHuman.current = isHuman
  }, [isHuman])
  // The script knows a widget for longer than the page shows it.
  const whileShown = (tell: () => void) => () => {
    if (isShown.current) tell()
  }
  return (
    <ReCAPTCHA
      ref={widget}
      grecaptcha={api}
      sitekey={siteKey}
      theme="light"
      size={size}
      onChange={(token) => whileShown(() => (token ? onSolved(token) : onExpired()))()}
      onExpired={whileShown(onExpired)}
      onErrored={whileShown(onFailed)}
    />
  )
}
