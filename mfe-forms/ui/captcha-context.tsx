import { createContext, type ComponentType, type RefObject } from 'react'
import type { Store } from '@tessera/shared/contract'
import type { FormsMessages } from '../messages/index.ts'

export interface CaptchaProps {
  /** The group around the captcha, which gets the focus if the captcha is missing; `noticeId` is the id of its description. */
  readonly group: RefObject<HTMLElement | null>
  readonly noticeId: string
  readonly formId: string
  readonly siteKey: string
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/** Props of the widget. */
export interface CaptchaWidgetProps {
  readonly siteKey: string
  readonly messages: FormsMessages
  readonly size: 'compact' | 'normal'
  /** Whether its last token is still valid; if not, the widget is reset. */
  readonly isHuman: boolean
  readonly onSolved: (token: string) => void
  readonly onExpired: () => void
  /** Called when it has lost its connection. */
  readonly onFailed: () => void
}

/** Loads the script of the captcha, and resolves with the widget once it can be shown. Rejects if the script cannot be loaded. */
export type LoadWidget = (
  scriptUrl: string,
  signal: AbortSignal,
) => Promise<ComponentType<CaptchaWidgetProps>>

/** Loads the component that shows a form's captcha. Rejects if it cannot be loaded. */
export type LoadCaptcha = () => Promise<ComponentType<CaptchaProps>>

/** The default is for the server, where there is no captcha. */
export const LoadCaptchaContext = createContext<LoadCaptcha>(() => Promise.reject(new Error('no captcha')))

/** A slot whose forms may show a captcha. */
export function withCaptcha<Props extends object>(
  Slot: ComponentType<Props>,
  loadCaptcha: LoadCaptcha,
): ComponentType<Props> {
  return function SlotWithCaptcha(props: Props) {
    return (
      <LoadCaptchaContext value={loadCaptcha}>
        <Slot {...props} />
      </LoadCaptchaContext>
    )
  }
}
