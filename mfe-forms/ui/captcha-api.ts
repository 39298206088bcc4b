import { CAPTCHA_POLICY } from '@tessera/shared/contract'
import { formsError } from '../errors.ts'

/** The part of the script's API that is used here: it renders and resets widgets. */
export interface CaptchaApi {
  readonly render?: unknown
}

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}

/** The globals of the page that the script uses. */
interface CaptchaPage {
  readonly grecaptcha?: CaptchaApi
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
  tesseraCaptchaLoaded?: () => void
}

/** Longest wait for the script, in milliseconds. */
const SCRIPT_DEADLINE_MS = 10_000
/** Name of the function that the script calls once it is ready, and of the event that announces this. */
const LOADED = 'tesseraCaptchaLoaded'
const SCRIPT = 'script[data-captcha]'

/**
 * Loads the script, once for all forms of a document.
 * @throws AppError forms/captcha-blocked; the signal's reason if it was aborted
 */
export function loadApi(scriptUrl: string, signal: AbortSignal): Promise<CaptchaApi> {
  const page = window as unknown as CaptchaPage
  const { promise, resolve, reject } = Promise.withResolvers<CaptchaApi>()
  const settled = new AbortController()
  const [options, timeout] = [{ signal: settled.signal }, AbortSignal.timeout(SCRIPT_DEADLINE_MS)]
  const onLoaded = () => {
    if (page.grecaptcha?.render) resolve(page.grecaptcha)
  }
  const onBlocked = () => {
    document.querySelector(SCRIPT)?.remove()
    reject(formsError('forms/captcha-blocked'))
  }
  onLoaded()
  if (!page.grecaptcha?.render) {
    document.addEventListener(LOADED, onLoaded, options)
    timeout.addEventListener('abort', onBlocked, options)
    signal.addEventListener('abort', () => reject(signal.reason as Error), options)
    scriptElement(scriptUrl, page).addEventListener('error', onBlocked, options)
  }
  return promise.finally(() => settled.abort())
}

/** The script's element; for a second form the existing one. */
function scriptElement(scriptUrl: string, page: CaptchaPage): HTMLScriptElement {
  const before = document.querySelector<HTMLScriptElement>(SCRIPT)
  if (before) return before
  page.tesseraCaptchaLoaded = () => document.dispatchEvent(new Event(LOADED))
  const url = new URL(scriptUrl)
  url.searchParams.set('render', 'explicit')
  url.searchParams.set('onload', LOADED)
  url.searchParams.set('hl', document.documentElement.lang)
  // With this, reCAPTCHA's script works on pages with Trusted Types.
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
