import { use, useRef, useState } from 'react'
import { LoadCaptchaContext, type CaptchaProps } from './captcha-context.tsx'
import styles from './outcome.module.css'
import { useDeferredComponent } from './use-deferred-component.ts'

/**
 * The captcha of a form, above its button. Until its code is loaded its space is reserved; the element stays the same then, since it may
 * have the focus. Source: specification 2, 4, 9; reference forms 1.12.
 */
export function Captcha({
  id,
  ...props
}: Omit<CaptchaProps, 'noticeId' | 'group'> & { readonly id: string }) {
  const { messages } = props
  const group = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const { View: View, hasFailed } = useDeferredComponent(use(LoadCaptchaContext), attempt)
  const noticeId = `${id}-notice`
  const named = { role: 'group', 'aria-label': messages.captchaLabel, 'aria-describedby': noticeId }
  return (
    <div
      className={styles[View ? 'captcha' : 'captcha-room']}
      id={id}
      ref={group}
      tabIndex={-1}
      {...((View ?? hasFailed) && named)}
    >
      {View && <View {...props} {...{ noticeId, group }} />}
      {hasFailed && (
        <div className={styles['failure']} role="alert">
          <p id={noticeId}>{messages.captchaBlocked}</p>
          <button
            className="button button--quiet"
            type="button"
            onClick={() => {
              // The button that was pressed is removed.
              group.current?.focus()
              setAttempt(attempt + 1)
            }}
          >
            {messages.tryAgain}
          </button>
        </div>
      )}
    </div>
  )
}
