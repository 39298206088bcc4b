import type { Store } from '@tessera/shared/contract'
import { takeFocus } from '@tessera/shared/ui'
import type { FormsMessages } from '../messages/index.ts'
import { startedAgain, startUndone } from '../state/form-actions.ts'
import type { FormState } from '../state/form-state.ts'
import { firstFocus } from './first-focus.ts'
import styles from './recovery.module.css'
import { useConnection } from './use-connection.ts'

interface RecoveryProps {
  readonly formId: string
  readonly state: FormState
  readonly isHydrated: boolean
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/**
 * Notices about what a visitor has typed: it was restored, the form was changed meanwhile, it was discarded and can be restored, or there
 * is no connection. In a polite live region above the fields.
 */
export function Recovery(props: RecoveryProps) {
  const { state, messages } = props
  const { recovered, discarded } = state
  const connection = useConnection()
  const lines = [
    ...(recovered ? [messages.recovered[recovered]] : []),
    ...(discarded ? [messages.startedAgain] : []),
    ...(connection === 'online' ? [] : [messages.connection[connection]]),
  ]
  return (
    <div className={lines.length > 0 ? styles['recovery'] : undefined}>
      <div role="status">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {recovered && <StartAgain {...props} />}
      {discarded && <Undo {...props} />}
    </div>
  )
}

/** A link to start again at the end of the form, unless there is one above already. */
export function StartAgainBelow(props: RecoveryProps) {
  const { pageInfo, recovered, hidden } = props.state
  const isBegun = pageInfo.currentPageIndex > 0 || pageInfo.review !== undefined || hidden !== undefined
  if (!isBegun || recovered) return null
  return (
    <p className={styles['below']}>
      <StartAgain {...props} />
    </p>
  )
}

/**
 * Not shown for answers that are stored. Without script it is a link to the page itself, which loads an empty form. Pages use `data-begun`
 * to print the form.
 */
function StartAgain({ formId, state, isHydrated, messages, dispatch }: RecoveryProps) {
  if (state.submitStatus.formData.success) return null
  if (!isHydrated)
    return (
      <a href="?" data-begun="">
        {messages.startAgain}
      </a>
    )
  return (
    <button
      className={styles['link']}
      type="button"
      data-begun=""
      onClick={() => dispatch(startedAgain({ formId }))}
    >
      {messages.startAgain}
    </button>
  )
}

/** It takes the focus, since the button that had it is gone. */
function Undo({ formId, messages, dispatch }: RecoveryProps) {
  return (
    <button
      className={styles['link']}
      type="button"
      ref={takeFocus}
      data-focused
      onClick={({ currentTarget }) => {
        firstFocus(currentTarget.form)?.focus()
        dispatch(startUndone({ formId }))
      }}
    >
      {messages.undo}
    </button>
  )
}
