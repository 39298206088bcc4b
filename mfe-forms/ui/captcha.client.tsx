import { useEffect, useRef } from 'react'
import { ReCAPTCHA } from 'react-google-recaptcha'
import { loadApi, type CaptchaApi } from './captcha-api.ts'
import type { CaptchaProps, CaptchaWidgetProps, LoadWidget } from './captcha-context.tsx'
import { CaptchaField } from './captcha-field.tsx'

/**
 * The widget of react-google-recaptcha 3.1.0, with a loader of our own. The package's loader sets the URL of a script as text, which a page
 * with Trusted Types refuses, and waits for ever for a script that cannot be loaded. Source: docs/decisions/0049.
 */
const loadWidget: LoadWidget = async (scriptUrl, signal) => {
  const api = await loadApi(scriptUrl, signal)
  return (props) => <CaptchaWidget api={api} {...props} />
}

/** The captcha of a form in a browser. */
export const BrowserCaptcha = (props: CaptchaProps) => <CaptchaField {...props} loadWidget={loadWidget} />

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
    // A token can be used once: after every attempt, and when it has expired, the visitor has to solve the captcha again.
    if (wasHuman.current && !isHuman) widget.current?.reset()
    wasHuman.current = isHuman
  }, [isHuman])
  // The script may call a widget after it was unmounted.
  const whileShown = (callback: () => void) => () => {
    if (isShown.current) callback()
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
