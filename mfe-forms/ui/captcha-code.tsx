import { createContext, type ComponentType } from 'react'

/** Props of the widget. */
export interface CaptchaWidgetProps {
  readonly siteKey: string
  readonly size: 'compact' | 'normal'
  /** Whether its last answer still counts; once it does not, the widget begins anew. */
  readonly isHuman: boolean
  readonly onSolved: (token: string) => void
  readonly onExpired: () => void
  /** It has lost its connection. */
  readonly onFailed: () => void
}

/** Load the script of the captcha; the widget, once it can be shown. Rejects when the script does not come. */
export type OpenCaptcha = (
  scriptUrl: string,
  signal: AbortSignal,
) => Promise<ComponentType<CaptchaWidgetProps>>

/** On a server there is no captcha. */
export const OpenCaptchaContext = createContext<OpenCaptcha>(() => Promise.reject(new Error('no captcha')))

/** A slot whose forms may show a captcha. */
export function withCaptcha<Props extends object>(
  Slot: ComponentType<Props>,
  openCaptcha: OpenCaptcha,
): ComponentType<Props> {
  return function SlotWithCaptcha(props: Props) {
    return (
      <OpenCaptchaContext value={openCaptcha}>
        <Slot {...props} />
      </OpenCaptchaContext>
    )
  }
}
