import { createContext, type ComponentType, type RefObject } from 'react'
import type { Store } from '@tessera/shared/contract'
import type { FormsMessages } from '../messages/index.ts'

export interface CaptchaProps {
  /** The group that it stands in, and takes the focus where the captcha is missing; and what describes that. */
  readonly place: RefObject<HTMLElement | null>
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

/** Load what shows the captcha of a form. Rejects when it cannot be had. */
export type LoadCaptcha = () => Promise<ComponentType<CaptchaProps>>

/** On a server there is no captcha. */
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
