/**
 * The page's request to a captcha frame, sent with the port for its answers. Both sides may have different versions, so the meaning of
 * these messages must not change.
 */
export interface CaptchaRequest {
  readonly captcha: 'compact' | 'normal'
}

/** Messages of the frame, through the port. */
export type CaptchaEvent =
  /** The frame runs, and loads its captcha. */
  | { readonly kind: 'begun' }
  /** The widget can be used. */
  | { readonly kind: 'shown' }
  /** Height that it needs, in pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'solved'; readonly token: string }
  | { readonly kind: 'expired' }
  /** Its script could not be loaded, or has lost its connection. */
  | { readonly kind: 'failed' }

/** Message of the page, through the port: reset the captcha, since a token can only be used once. */
export const RESET = 'reset'
