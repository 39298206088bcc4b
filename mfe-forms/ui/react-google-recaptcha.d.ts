/** The part of react-google-recaptcha that `captcha.client.tsx` uses; the package has no types. */
declare module 'react-google-recaptcha' {
  import type { Component } from 'react'

  interface Props {
    readonly grecaptcha: object
    readonly sitekey: string
    readonly theme: 'dark' | 'light'
    readonly size: 'compact' | 'normal'
    readonly onChange: (token: string | null) => void
    readonly onExpired: () => void
    readonly onErrored: () => void
  }
  /** The widget without its script loader, which does not support Trusted Types. */
  export class ReCAPTCHA extends Component<Props> {
    reset(): void
  }
}
