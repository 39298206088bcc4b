/** What a page asks a frame with a captcha for, with the port that it is answered by. Versions of both sides meet: what is here keeps its meaning. */
export interface CaptchaAsked {
  readonly captcha: 'compact' | 'normal'
}

/** What the frame tells by the port. */
export type CaptchaTold =
  /** The frame runs, and loads its captcha. */
  | { readonly kind: 'begun' }
  /** It can be used. */
  | { readonly kind: 'shown' }
  /** Room that it needs, in pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'solved'; readonly token: string }
  | { readonly kind: 'expired' }
  /** Its script has not come, or has lost its connection. */
  | { readonly kind: 'failed' }

/** What the page tells by the port: ask again, since a proof is good once. */
export const RESET = 'reset'
